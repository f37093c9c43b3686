//! Crew and tech disks: ready, flipped, concealed.

use super::Scene;
use klaxon_star_trek::{DiskView, Face, KnownDisk};
use maud::{Markup, html};

/// A stack of disks as a list.
pub fn stack(scene: &Scene<'_>, disks: &[DiskView]) -> Markup {
    html! {
        @if disks.is_empty() { p.soft.st-none { "no crew, no tech" } }
        @else { ul.st-stack { @for disk in disks { li { (one(scene, disk)) } } } }
    }
}

fn one(scene: &Scene<'_>, disk: &DiskView) -> Markup {
    let id = format!("disk:{}", disk.id);
    let can = scene.touch.can(&id);
    let mut class = format!("st-disk {}{}", face_class(disk.face), scene.touch.class(&id));
    let turning = disk.known.as_ref().is_some_and(|k| k.turning);
    if turning {
        class.push_str(" turning");
    }
    let inner = inner(scene, disk);
    html! {
        @if can { button class=(class) type="button" id={ "disk-" (disk.id) } data-id=(id) data-click=(id) { (inner) } }
        @else { div class=(class) id={ "disk-" (disk.id) } data-id=(id) { (inner) } }
    }
}

fn inner(scene: &Scene<'_>, disk: &DiskView) -> Markup {
    html! {
        span.st-face aria-hidden="true" { (face_sign(disk.face)) }
        @match &disk.known {
            None => { span.st-what { strong { "Concealed" } } }
            Some(known) => {
                span.st-what {
                    strong { (known.name) }
                    @if !known.tech { span.st-figures { "cmd " (known.command) " · cbt " (known.combat) } }
                    @for row in &known.rows { span.st-row { (row) } }
                    @if let Some(state) = state_words(disk, known) { span.st-state { (state) } }
                    @if disk.owner != 6 && !scene.is_mine(disk.owner) && scene.view.seats.len() > 2 { span.st-owner.soft { (scene.seat_name(disk.owner)) } }
                    @if let Some(ability) = &known.ability { span.st-ability { (ability) } }
                }
            }
        }
    }
}

fn state_words(disk: &DiskView, known: &KnownDisk) -> Option<String> {
    let up = disk.face != Face::Concealed;
    Some(match (known.turning, up, known.seen, known.kept) {
        (true, true, ..) => "will be concealed".into(),
        (true, false, ..) => "will be revealed".into(),
        (_, _, Some(turn), _) => format!("concealed, seen in turn {turn}"),
        (_, _, _, true) => "stays flipped".into(),
        (false, ..) => match disk.face {
            Face::Concealed => "concealed".into(),
            Face::Flipped => "flipped".into(),
            Face::Held => "prisoner".into(),
            Face::Ready => return None,
        },
    })
}

/// How a disk lies, as a class.
fn face_class(face: Face) -> &'static str {
    match face {
        Face::Concealed => "concealed",
        Face::Ready => "ready",
        Face::Flipped => "flipped",
        Face::Held => "held",
    }
}

/// How a disk lies, as a shape.
fn face_sign(face: Face) -> &'static str {
    match face {
        Face::Concealed => "▪",
        Face::Ready => "●",
        Face::Flipped => "◐",
        Face::Held => "⌗",
    }
}
