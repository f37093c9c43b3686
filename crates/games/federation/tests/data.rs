//! The component counts of the printed game, and what the files promise.

use klaxon_federation::{
    Difficulty,
    data::{TechFx, data},
    nouns::{AlienTech, Race, Space},
};

#[test]
fn the_board_has_31_spaces_and_42_edges() {
    assert_eq!(data().spaces.len(), 31);
    let edges: u32 = data().adjacent.iter().map(|bits| bits.count_ones()).sum();
    assert_eq!(edges, 84, "each edge is seen from both ends");
    let lengths: Vec<usize> = data().tracks.iter().map(Vec::len).collect();
    assert_eq!(lengths, [4, 5, 4, 5, 6]);
    // A named space of distance d touches d−1, d and d+1 of its track (0 is Sol), and leads on to d−1.
    for space in Space::of_bits(data().named) {
        let (race, d) = (space.race().unwrap(), usize::from(space.distance()));
        let number = |n: usize| if n == 0 { Space::SOL } else { data().tracks[race.index()][n - 1] };
        let near = [d - 1, d, d + 1].map(number).iter().fold(0, |bits, s| bits | s.bit());
        assert_eq!(space.neighbours(), near, "{}", space.id());
        assert_eq!(data().spaces[space.index()].exit, number(d - 1));
    }
}

#[test]
fn every_place_has_its_own_point_on_the_canvas() {
    let points: std::collections::BTreeSet<(u16, u16)> = data().spaces.iter().map(|s| (s.x, s.y)).collect();
    assert_eq!(points.len(), 31);
    assert!(points.iter().all(|&(x, y)| x < 1000 && y < 1000));
}

#[test]
fn sixteen_fleets_seventeen_pieces_thirty_resources() {
    assert_eq!(data().fleets.len(), 16);
    let pieces: u8 = data().units.iter().map(|u| u.copies).sum();
    assert_eq!(usize::from(pieces) + data().bases.len(), 17);
    assert_eq!(data().resources.iter().map(|r| r.total).sum::<u8>(), 30);
}

#[test]
fn thirty_alien_technologies_with_the_printed_number_of_owners() {
    let owners = |tech: AlienTech| data().races.iter().filter(|r| r.tokens.contains(&tech)).count();
    let counts: Vec<usize> = AlienTech::ALL.map(owners).to_vec();
    assert_eq!(counts, [5, 5, 5, 3, 2, 1, 1, 1, 2, 1, 1, 1, 1, 1]);
    assert_eq!(counts.iter().sum::<usize>(), 30);
    let spaces: usize = data().races.iter().map(|r| r.spaces.len()).sum();
    assert_eq!(spaces, 16);
    // Only the Mercenaries steal.
    for race in Race::ALL {
        let steals =
            |t: &AlienTech| matches!(data().alien[*t as usize].effect, TechFx::CopyOf(_) | TechFx::Plunder);
        let n = data().races[race.index()].tokens.iter().filter(|t| steals(t)).count();
        assert_eq!(n, if race == Race::Mercenaries { 3 } else { 0 });
    }
}

#[test]
fn seventy_activation_tokens() {
    assert_eq!(data().tokens.iter().map(|t| t.copies).sum::<u8>(), 70);
    let totals = [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard].map(|d| data().mix(d).total());
    assert_eq!(totals, [61, 65, 68]);
}

#[test]
fn six_chits_of_six_lines() {
    assert_eq!(data().chits.len(), 6);
}

#[test]
fn twenty_nine_uses_of_seven_resources() {
    assert_eq!(data().uses.len(), 29);
}
