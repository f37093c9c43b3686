//! How deep an event lies within something larger, so that the log groups orders, battles and the regrouping.

use crate::event::Event;

/// 0 stands by itself, 1 belongs to an order or to the regrouping, 2 to a battle or an event card, 3 to a skirmish.
pub(crate) fn depth(event: &Event) -> u8 {
    match event {
        Event::FirstPlayer { .. }
        | Event::Chose { .. }
        | Event::Dealt { .. }
        | Event::TeamOf { .. }
        | Event::DrewPlanets { .. }
        | Event::ReadyGalaxy { .. }
        | Event::PlanetPlaced { .. }
        | Event::BasePlaced { .. }
        | Event::BaseKept { .. }
        | Event::ZRoute { .. }
        | Event::NoZRoute { .. }
        | Event::UnitPlaced { .. }
        | Event::TransportPlaced { .. }
        | Event::TookHome { .. }
        | Event::StartingHand { .. }
        | Event::StartingHandHidden { .. }
        | Event::RoundBegins { .. }
        | Event::ExecutionBegins
        | Event::Obstructed { .. }
        | Event::OrderRemoved { .. }
        | Event::Revealed { .. }
        | Event::Regrouping
        | Event::Eliminated { .. }
        | Event::Conceded { .. }
        | Event::Over { .. } => 0,
        Event::OrderPlaced { .. }
        | Event::OrderHidden { .. }
        | Event::SurplusSpecial { .. }
        | Event::Executes { .. }
        | Event::InsteadEvent { .. }
        | Event::NoEffect { .. }
        | Event::EventDrawn { .. }
        | Event::EventDeckEmpty { .. }
        | Event::EventDeckRenewed { .. }
        | Event::ScrappedUnit { .. }
        | Event::ScrappedBase { .. }
        | Event::ScrappedTransport { .. }
        | Event::ForceMined { .. }
        | Event::Exhausted { .. }
        | Event::BoughtWorker { .. }
        | Event::BoughtTransport { .. }
        | Event::BoughtUnit { .. }
        | Event::Morphed { .. }
        | Event::BoughtBuilding { .. }
        | Event::BoughtModule { .. }
        | Event::BoughtBase { .. }
        | Event::BoughtTech { .. }
        | Event::ShuffledIn { .. }
        | Event::TookTechCard { .. }
        | Event::Moved { .. }
        | Event::Recalled { .. }
        | Event::LiftedOff { .. }
        | Event::BattleBegins { .. }
        | Event::BaseDestroyed { .. }
        | Event::TransportDestroyed { .. }
        | Event::CardLost { .. }
        | Event::CardGained { .. }
        | Event::WorkersBack { .. }
        | Event::Points { .. }
        | Event::LooksAtEvents { .. }
        | Event::PlaysEvent { .. }
        | Event::WillPlay { .. }
        | Event::PlaysNone { .. }
        | Event::EventsDiscarded { .. }
        | Event::EndDrawsNear { .. }
        | Event::WillDiscard { .. }
        | Event::Discarded { .. }
        | Event::TokenPassed { .. } => 1,
        Event::Drew { .. }
        | Event::DrewHidden { .. }
        | Event::Reshuffled { .. }
        | Event::Used { .. }
        | Event::UsedEvent { .. }
        | Event::SawHand { .. }
        | Event::SawHandHidden { .. }
        | Event::Sacrificed { .. }
        | Event::Paired { .. }
        | Event::Supports { .. }
        | Event::Placed { .. }
        | Event::PlacedHidden { .. }
        | Event::SkirmishBegins { .. }
        | Event::Splashed { .. }
        | Event::CalledOff { .. }
        | Event::Retreated { .. }
        | Event::LostInRetreat { .. }
        | Event::BattleEnds { .. }
        | Event::Regenerates { .. }
        | Event::HoldsEvent { .. }
        | Event::Workers { .. }
        | Event::Deployed { .. }
        | Event::ZMoved { .. }
        | Event::LostToObservers { .. }
        | Event::Bombarded { .. }
        | Event::UnitLost { .. }
        | Event::Depleted { .. }
        | Event::EventWithoutEffect { .. } => 2,
        Event::Shows { .. }
        | Event::Replaced { .. }
        | Event::DoesNotCount { .. }
        | Event::Cancelled { .. }
        | Event::Strength { .. }
        | Event::Strikes { .. }
        | Event::Destroyed { .. }
        | Event::Withdrew { .. }
        | Event::SelfDestructed { .. }
        | Event::EndOfStep { .. }
        | Event::ReturnedToTech { .. }
        | Event::SplashTriggered { .. } => 3,
    }
}
