//! Build (SF-9.1 to SF-9.11): Construction, Upgrade, Forward Deploy. Settling has its own file.

use super::{About, Deed, Listed, Offer, Spot, Verdict, What, no};
use crate::{
    data::Pays,
    event::Event,
    nouns::{Asset, Base, Piece, PieceAt, Resource, Side, Space, Unit},
    situation::spell,
    state::{BASES, SOL_DEFENSE, Table},
    turn::Play,
    words::{ids, label::fight, phrase},
};
use klaxon_core::{Reader, rule};
use serde::{Deserialize, Serialize};

/// Construction (SF-9.1): an asset from Unbuilt Assets to Sol.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Construct {
    pub what: Unit,
}

impl Deed for Construct {
    fn listed(self) -> Listed {
        Listed { name: "Construction", resource: Resource::Build, pays: Pays::Spend, rule: rule!("SF-9.1") }
    }

    fn offer(o: &mut Offer<'_>) {
        for what in o.t.buildable() {
            o.put(Construct { what });
        }
    }

    fn judge(self, t: &Table, _: Option<Spot>) -> Verdict {
        if t.unbuilt_index(self.what).is_none() {
            return no(rule!("SF-9.1"), format!("no {} is in Unbuilt Assets", self.what.name()));
        }
        Ok(())
    }

    fn take(self, play: &mut Play<'_>) {
        play.construct(self.what);
    }

    fn label(self, t: &Table) -> (String, Vec<String>) {
        let text = format!("Construct a {} on Sol{}", self.what.name(), fight(t, Space::SOL));
        (text, vec![ids::unbuilt(self.what), ids::space(Space::SOL)])
    }

    fn words(self) -> String {
        format!("construct {}", self.what.word())
    }

    fn read(verb: &str, r: &mut Reader<'_>) -> Result<Option<Construct>, String> {
        if verb == "construct" { Ok(Some(Construct { what: spell::unit(r)? })) } else { Ok(None) }
    }

    fn lean(self, t: &Table, _: Option<Spot>) -> u32 {
        t.lean_construct(self.what)
    }

    fn reason(self, t: &Table) -> String {
        t.why_build(self.what)
    }

    fn think(_: About<'_>, out: &mut Vec<What>) {
        out.extend(Unit::ALL.map(|what| What::from(Construct { what })));
    }
}

/// Upgrade (SF-9.10).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Upgrade {
    pub what: Target,
}

/// What can be upgraded.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Target {
    /// A Mine Field in this space.
    Mine(Space),
    /// The Sol Defense.
    SolDefense,
    /// A Base.
    Base(Base),
}

impl Deed for Upgrade {
    fn listed(self) -> Listed {
        Listed { name: "Upgrade", resource: Resource::Build, pays: Pays::Spend, rule: rule!("SF-9.10") }
    }

    fn offer(o: &mut Offer<'_>) {
        let t = o.t;
        let basic = |p: &Piece| if p.upgraded { None } else { p.on_map() };
        let mines = t.mines().iter().filter_map(basic).fold(0, |bits, at| bits | at.bit());
        for at in Space::of_bits(mines) {
            o.put(Upgrade { what: Target::Mine(at) });
        }
        if basic(&t.sol_defense()).is_some() {
            o.put(Upgrade { what: Target::SolDefense });
        }
        for base in Base::ALL.into_iter().filter(|&b| basic(&t.base(b)).is_some()) {
            o.put(Upgrade { what: Target::Base(base) });
        }
    }

    fn judge(self, t: &Table, _: Option<Spot>) -> Verdict {
        let (piece, name) = match self.what {
            Target::Mine(at) if t.has_mine(Side::Basic, at) => return Ok(()),
            Target::Mine(at) => {
                return no(rule!("SF-9.10"), format!("no basic Mine Field lies at {}", at.name()));
            }
            Target::Base(base) => (t.base(base), base.name()),
            Target::SolDefense => (t.sol_defense(), "Sol Defense"),
        };
        match (piece.on_map(), piece.upgraded) {
            (Some(_), false) => Ok(()),
            (Some(_), true) => no(rule!("SF-9.10"), format!("the {name} is upgraded already")),
            (None, _) => no(rule!("SF-9.10"), format!("the {name} is not on the map")),
        }
    }

    /// SF-9.10: stripe up.
    fn take(self, play: &mut Play<'_>) {
        let index = match self.what {
            Target::Mine(at) => play.t.mine_index(Side::Basic, at).expect("a basic Mine Field"),
            Target::SolDefense => SOL_DEFENSE,
            Target::Base(base) => BASES + base as usize,
        };
        let PieceAt::Map(at) = play.t.pieces[index].at else { panic!("an asset on the map") };
        play.tell.all(Event::Upgraded { what: play.t.asset_of(index), at });
        play.t.pieces[index].upgraded = true;
    }

    fn label(self, _: &Table) -> (String, Vec<String>) {
        let id = match self.what {
            Target::Mine(at) => ids::asset(Asset::Mine(Side::Basic), at),
            Target::SolDefense => "sol-defense".into(),
            Target::Base(base) => ids::base(base),
        };
        (format!("Upgrade the {}", phrase::target(self.what)), vec![id])
    }

    fn words(self) -> String {
        match self.what {
            Target::Mine(space) => format!("upgrade mine {}", space.id()),
            Target::SolDefense => "upgrade sol-defense".into(),
            Target::Base(base) => format!("upgrade base {}", base.word()),
        }
    }

    fn read(verb: &str, r: &mut Reader<'_>) -> Result<Option<Upgrade>, String> {
        if verb != "upgrade" {
            return Ok(None);
        }
        let what = match r.word("what is upgraded")? {
            "mine" => Target::Mine(spell::space(r)?),
            "sol-defense" => Target::SolDefense,
            "base" => Target::Base(spell::base(r)?),
            other => return Err(format!("`{other}` cannot be upgraded")),
        };
        Ok(Some(Upgrade { what }))
    }

    fn lean(self, t: &Table, _: Option<Spot>) -> u32 {
        match self.what {
            Target::Base(base) if t.base(base).on_map().is_some_and(|at| t.threat(at)) => 1_500,
            Target::Base(_) => 400,
            Target::SolDefense => 200,
            Target::Mine(_) => 2,
        }
    }

    fn reason(self, t: &Table) -> String {
        match self.what {
            Target::Base(base) => match t.base(base).on_map().filter(|&at| t.threat(at)) {
                Some(at) => {
                    format!("aliens stand beside {}, and an upgraded Base survives a lost battle", at.name())
                }
                None => "an upgraded Base has a shield and survives a lost battle".into(),
            },
            Target::SolDefense => "the upgraded Sol Defense helps in Sol and in every space beside it".into(),
            Target::Mine(at) => format!("an upgraded Mine Field adds a die at {}", at.name()),
        }
    }

    fn think(about: About<'_>, out: &mut Vec<What>) {
        out.push(Upgrade { what: Target::SolDefense }.into());
        out.extend(Base::ALL.map(|base| What::from(Upgrade { what: Target::Base(base) })));
        out.extend(about.spaces.iter().map(|&at| What::from(Upgrade { what: Target::Mine(at) })));
    }
}

/// Forward Deploy (SF-9.11).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct ForwardDeploy {
    pub what: Unit,
    pub at: Space,
}

impl Deed for ForwardDeploy {
    fn listed(self) -> Listed {
        Listed {
            name: "Forward Deploy",
            resource: Resource::Build,
            pays: Pays::Sacrifice,
            rule: rule!("SF-9.11"),
        }
    }

    fn offer(o: &mut Offer<'_>) {
        for what in [Unit::Flagship, Unit::Mine] {
            if o.t.unbuilt_index(what).is_some() {
                for at in Space::of_bits(forward_spaces(o.t)) {
                    o.put(ForwardDeploy { what, at });
                }
            }
        }
    }

    fn judge(self, t: &Table, _: Option<Spot>) -> Verdict {
        let ForwardDeploy { what, at } = self;
        if what == Unit::SolDefense {
            return no(rule!("SF-9.11"), "only a Mine Field or a Flagship can be deployed forward");
        }
        if t.unbuilt_index(what).is_none() {
            return no(rule!("SF-9.11"), format!("no {} is in Unbuilt Assets", what.name()));
        }
        if forward_spaces(t) & at.bit() == 0 {
            let text = format!("{} is not adjacent to one of your Flagships or Bases", at.name());
            return no(rule!("SF-9.11"), text);
        }
        Ok(())
    }

    fn take(self, play: &mut Play<'_>) {
        let index = play.t.unbuilt_index(self.what).expect("an unbuilt asset");
        play.put_down(index, self.at);
    }

    fn label(self, t: &Table) -> (String, Vec<String>) {
        let ForwardDeploy { what, at } = self;
        let text = format!("Forward Deploy a {} to {}{}", what.name(), at.name(), fight(t, at));
        (text, vec![ids::unbuilt(what), ids::space(at)])
    }

    fn words(self) -> String {
        format!("forward {} {}", self.what.word(), self.at.id())
    }

    fn read(verb: &str, r: &mut Reader<'_>) -> Result<Option<ForwardDeploy>, String> {
        if verb != "forward" {
            return Ok(None);
        }
        Ok(Some(ForwardDeploy { what: spell::unit(r)?, at: spell::space(r)? }))
    }

    fn lean(self, t: &Table, _: Option<Spot>) -> u32 {
        match self.what {
            Unit::Flagship if t.is_open_site(self.at) => 900,
            Unit::Flagship | Unit::Mine | Unit::SolDefense => 1,
        }
    }

    fn reason(self, t: &Table) -> String {
        match self.what {
            Unit::Flagship if self.at.is_named() && t.base_at(self.at).is_none() => {
                format!("the Flagship appears where a Base is wanted: {}", self.at.name())
            }
            Unit::Flagship | Unit::Mine | Unit::SolDefense => {
                format!("{} needs help at once", self.at.name())
            }
        }
    }

    fn think(about: About<'_>, out: &mut Vec<What>) {
        for &at in about.spaces {
            out.extend(Unit::ALL.map(|what| What::from(ForwardDeploy { what, at })));
        }
    }
}

/// SF-9.11: the spaces beside Flagships and Bases, on the printed map.
fn forward_spaces(t: &Table) -> u32 {
    let starts = t.flagships().iter().chain(&t.pieces[BASES..]);
    starts.filter_map(Piece::on_map).fold(0, |bits, at| bits | at.neighbours())
}
