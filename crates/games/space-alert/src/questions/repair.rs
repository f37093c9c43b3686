//! Between missions: what does each of the crew repair, in crew order (camp.repair, SA-15.5)?

use super::asked::{Verdict, no};
use super::{Action, Asked};
use crate::event::Event;
use crate::ship::{Station, Tile, Zone};
use crate::situation::spell;
use crate::state::{Repairs, SpaceAlert, Stage};
use crate::turn::Play;
use crate::view::{StageView, View};
use crate::words::label::{button, plain};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Refusal, rule};
use serde::{Deserialize, Serialize};

/// What somebody repairs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Repair {
    /// A damage tile.
    Tile(Zone, Tile),
    /// A disabled squad: 0 for the one of UB, 1 for the one of LR.
    Squad(u8),
    /// Nothing.
    Nothing,
}

/// Tiles repaired in a zone between two missions at most (SA-15.6).
const TILES_PER_ZONE: u8 = 2;

fn repairs(a: Asked<'_>) -> Option<&Repairs> {
    if let Stage::Repairs(repairs) = &a.game.stage { Some(repairs) } else { None }
}

impl Repair {
    /// Everything that could be repaired at all.
    fn all() -> impl Iterator<Item = Repair> {
        let tiles = Zone::ALL.into_iter().flat_map(|zone| Tile::ALL.map(|tile| Repair::Tile(zone, tile)));
        tiles.chain([Repair::Squad(0), Repair::Squad(1)])
    }

    fn check(self, game: &SpaceAlert, repairs: &Repairs) -> Verdict {
        let carried = &game.campaign.carried;
        match self {
            Repair::Nothing => Ok(()),
            Repair::Tile(zone, tile) => {
                if !carried.tiles[zone.index()].has(tile) {
                    return no(rule!("SA-15.5"), "that is not damaged");
                }
                if repairs.done[zone.index()] >= TILES_PER_ZONE {
                    return no(rule!("SA-15.6"), "at most two tiles of a zone are repaired in one pause");
                }
                Ok(())
            }
            Repair::Squad(squad) => match carried.squads_out.get(usize::from(squad)) {
                Some(true) => Ok(()),
                Some(false) => no(rule!("SA-15.5"), "that squad is not disabled"),
                None => Err(Refusal::malformed("there are two squads")),
            },
        }
    }

    /// Is there anything that may be repaired now?
    pub(crate) fn is_useful(game: &SpaceAlert, repairs: &Repairs) -> bool {
        Repair::all().any(|repair| repair.check(game, repairs).is_ok())
    }
}

impl Answer<SpaceAlert> for Repair {
    fn ask(view: &View) -> Option<Ask> {
        let StageView::Repairs { next, .. } = view.stage else { return None };
        let text = if view.answers_for(next) {
            format!("{next}: repair a damage tile, a squad, or nothing?")
        } else {
            format!("{next} repairs something.")
        };
        Some(Ask::new("repair", Line::new(text, rule!("SA-15.5"))))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if repairs(a).is_some() {
            a.offer(Repair::all().chain([Repair::Nothing]), out);
        }
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        match repairs(a) {
            Some(repairs) => self.check(a.game, repairs),
            None => a.not_asked(),
        }
    }

    fn take(self, play: &mut Play<'_>) {
        let Stage::Repairs(repairs) = &mut play.game.stage else { unreachable!("checked") };
        let place = usize::from(repairs.next);
        repairs.next += 1;
        if let Repair::Tile(zone, _) = self {
            repairs.done[zone.index()] += 1;
        }
        let who = play.game.figure(place);
        let carried = &mut play.game.campaign.carried;
        match self {
            Repair::Nothing => play.tell.all(Event::RepairsNothing(who)),
            Repair::Tile(zone, tile) => {
                carried.tiles[zone.index()] = carried.tiles[zone.index()].without(tile);
                play.tell.all(Event::RepairsTile { who, zone, tile });
            }
            Repair::Squad(squad) => {
                carried.squads_out[usize::from(squad)] = false;
                play.tell.all(Event::RepairsSquad(who));
            }
        }
        play.game.next_repair(play.tell);
    }

    fn label(&self, _: &View) -> Label {
        match *self {
            Repair::Tile(zone, tile) => {
                let clicks = vec![format!("tile-{zone}-{}", tile.word())];
                let text = format!("Repair the {zone} {}", tile.part(zone));
                button(text, "Repair", rule!("SA-15.5"), clicks)
            }
            Repair::Squad(squad) => {
                let home = [Station::UB, Station::LR][usize::from(squad) % 2];
                let text = format!("Repair the squad of {}", home.name());
                button(text, "Repair", rule!("SA-15.5"), vec![home.word().into()])
            }
            Repair::Nothing => plain("Repair nothing", "Repair", rule!("SA-15.5")),
        }
    }

    fn words(&self) -> String {
        match *self {
            Repair::Nothing => "repair nothing".into(),
            Repair::Squad(n) => format!("repair squad {}", n + 1),
            Repair::Tile(zone, tile) => format!("repair {zone} {}", tile.word()),
        }
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Repair>, String> {
        if verb != "repair" {
            return Ok(None);
        }
        if r.takes("nothing") {
            return Ok(Some(Repair::Nothing));
        }
        if r.takes("squad") {
            return Ok(Some(Repair::Squad(spell::member(r)?)));
        }
        Ok(Some(Repair::Tile(r.id("zone", Zone::parse)?, r.id("tile", Tile::parse)?)))
    }

    /// Structural damage doubles everything to come; then the zone with most tiles.
    fn lean(&self, a: Asked<'_>) -> u32 {
        match *self {
            Repair::Tile(zone, tile) => {
                let tiles = u32::from(a.game.campaign.carried.tiles[zone.index()].len());
                let urgent = match tile {
                    Tile::Structural => 40,
                    Tile::Reactor | Tile::Shield => 16,
                    Tile::Heavy | Tile::Lift => 12,
                    Tile::Light => 8,
                };
                urgent + 8 * tiles
            }
            Repair::Squad(_) => 10,
            Repair::Nothing => 1,
        }
    }
}
