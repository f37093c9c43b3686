//! *Open a table*: scenario, seats, options. Plain forms, no script needed.

mod clock;

pub(super) use clock::{fields as clock_fields, read as read_clock};

use super::{
    Frame, Page,
    home::{learn, remember},
};
use crate::{
    accounts::names::{self, SIGN},
    address::{self, Reach},
    boards::has_own_clock,
    drawing::seat_class,
    error::{Fault, PageFault},
    opponents,
    person::{Person, Who},
    standings,
    state::AppState,
    table::{ChairOrder, NewTableOrder, absence, daily::is_daily, language::Language},
};
use axum::{
    Form,
    extract::{Path, Query, State},
    http::HeaderMap,
    response::{Redirect, Response},
};
use klaxon_bots::Level;
use klaxon_catalog::{Table, shelf};
use klaxon_core::{Menu, OptionItem, Revision, Seat, Seed, TableOrder};
use klaxon_store::Tie;
use maud::{Markup, html};
use serde::Deserialize;
use std::collections::BTreeMap;

/// What the page's address may say.
#[derive(Deserialize, Default, Debug)]
pub struct Wanted {
    #[serde(default)]
    scenario: String,
    #[serde(default)]
    seats: usize,
    /// The level of bots that shall sit on all seats but the first.
    #[serde(default)]
    bots: String,
    /// The name of an account that is asked to the second seat.
    #[serde(default)]
    with: String,
}

/// No game has more seats than a set of seats holds.
const MOST_SEATS: usize = 8;
/// What the list of a seat says for somebody who is asked by his name.
const ASKED: &str = "account";

/// `GET /open/{game}`
pub async fn form(
    State(state): State<AppState>,
    Path(game): Path<String>,
    Query(wanted): Query<Wanted>,
    headers: HeaderMap,
    who: Who,
) -> Result<Page, PageFault> {
    let menu = shelf::menu(&game).ok_or_else(|| Fault {
        status: axum::http::StatusCode::NOT_FOUND,
        ..Fault::from(shelf::no_such_game(&game))
    })?;
    let chosen = menu
        .scenarios
        .iter()
        .find(|s| s.id == wanted.scenario)
        .or(menu.scenarios.first())
        .ok_or_else(|| Fault::missing("this game has no scenario"))?;
    // The seats that have names are those of a game of the usual size.
    let named = Some(chosen.seats.len()).filter(|n| chosen.sizes.contains(n));
    let usual = named.or(chosen.sizes.first().copied()).unwrap_or(chosen.seats.len());
    let size = if chosen.sizes.contains(&wanted.seats) { wanted.seats } else { usual };
    let order = TableOrder { scenario: chosen.id.clone(), seats: size, ..TableOrder::default() };
    let sample = Table::open(&game, &order, Seed::small(0)).map_err(Fault::from)?;
    // Where luck decides who is who, the seats have numbers here.
    let dealt = (1..4).any(|luck| {
        let other = Table::open(&game, &order, Seed::small(luck));
        other.is_ok_and(|other| {
            (0..sample.seats()).any(|i| other.seat_name(Seat(i as u8)) != sample.seat_name(Seat(i as u8)))
        })
    });
    let options = offered(&game, menu, &order);
    let revisions = shelf::revisions(&game);
    let suited = opponents::experience(&state, who.id(), &game).await?.suited;
    let member = who.0.as_ref().filter(|person| !person.standing.is_guest());
    let friends = match member {
        Some(member) if sample.seats() > 1 => {
            state.store.results().ties(member.id.clone(), Tie::Follow).await?
        }
        Some(_) | None => Vec::new(),
    };
    let with = Some(wanted.with.trim_start_matches(SIGN)).filter(|name| !name.is_empty());
    let sitters = Sitters {
        game: &game,
        bots: wanted.bots.parse().ok(),
        suited,
        by_name: member.is_some() && sample.seats() > 1,
        with,
    };
    let middle = html! {
        div.narrow.open {
            p.crumb { a href="/" { "Games" } " / " (menu.name) }
            h1 { "Open a table" }
            @if is_daily(&game) {
                p.links { a href={ "/daily/" (game) } { "Today's game, the same for everybody" } a href={ "/statistics/" (game) } { "My statistics" } }
            }
            section {
                h2 { "Scenario" }
                ul.scenarios {
                    @for scenario in &menu.scenarios {
                        li {
                            a.choice href={ "/open/" (game) "?scenario=" (scenario.id) } aria-current=[(scenario.id == chosen.id).then_some("true")] {
                                strong { (scenario.name) }
                                span { (scenario.blurb) }
                            }
                        }
                    }
                }
                @if pages_edit(&game) { p { a href={ "/edit/" (game) "?from=" (chosen.id) } { "Change this scenario, or write one of your own" } } }
                @if chosen.sizes.len() > 1 {
                    p.sizes {
                        "Seats: "
                        @for n in &chosen.sizes {
                            a.pill href={ "/open/" (game) "?scenario=" (chosen.id) "&seats=" (n) } aria-current=[(*n == size).then_some("true")] { (n) }
                        }
                    }
                }
            }
            form method="post" action={ "/open/" (game) } {
                input type="hidden" name="scenario" value=(chosen.id);
                input type="hidden" name="seats" value=(size);
                h2 { "Who plays" }
                @if sample.seats() > 1 { (reached(&address::reach(&state.config, &headers))) }
                @for i in 0..sample.seats() {
                    (seat_field(i, &sample, dealt, &sitters))
                }
                @if !friends.is_empty() { datalist #friends { @for (_, name) in &friends { option value=(names::shown(name)); } } }
                @if let Some(level) = sitters.suited { p.soft.small { "By how your games ended, " (level) " bots suit you." } }
                @if !options.is_empty() || !revisions.is_empty() {
                    h2 { "Options" }
                    @if !revisions.is_empty() { (edition_field(revisions)) }
                    @for (option, values) in &options {
                        div.field {
                            label for={ "o-" (option.id) } { (option.label) }
                            select id={ "o-" (option.id) } name={ "o-" (option.id) } {
                                @for (value, words) in values { option value=(value) { (words) } }
                            }
                        }
                    }
                }
                h2 { "At the table" }
                div.field {
                    label for="name" { "Your name" }
                    input #name name="name" maxlength="24" autocomplete="nickname" placeholder="Guest" value=(who.0.as_ref().map_or("", |p| p.name.as_str()));
                }
                @if sample.seats() > 1 && !has_own_clock(&game) { (clock::fields()) }
                @if sample.seats() > 1 { (patience_field(has_own_clock(&game))) }
                @if standings::has_opponents(&game) && who.0.as_ref().is_some_and(|p| !p.standing.is_guest()) { (rated_field()) }
                @if sample.seats() > 1 {
                    div.field {
                        label for="language" { "Language spoken" }
                        select #language name="language" { option value="" { "not said" } @for known in Language::all() { option value=(known) lang=(known) { (known.name()) } } }
                    }
                }
                fieldset.field {
                    legend { "Who may find and watch it" }
                    label.radio { input type="radio" name="public" value="no" checked; span { strong { "Private" } " · not listed; whoever has its address may watch" } }
                    label.radio { input type="radio" name="public" value="closed"; span { strong { "Closed" } " · not listed; only those who play see it" } }
                    label.radio { input type="radio" name="public" value="yes"; span { strong { "Public" } " · anybody may join or watch" } }
                }
                button.primary type="submit" { "Open the table" }
            }
        }
    };
    Ok(Frame::new("Open a table", "open", who.0.as_ref()).html(&middle))
}

/// Whether friends can come, where that is not plain from the page's address.
fn reached(reach: &Reach) -> Markup {
    html! {
        @match reach {
            Reach::Anywhere => {}
            Reach::HereOnly { port } => p.reach {
                strong { "Friends cannot reach this server: " } "it listens to this machine alone. For those in your own network, start it with "
                code { "--addr 0.0.0.0:" (port) } "; for everybody, put it behind a proxy with " code { "--behind-proxy --public-url" }
                ", as docs/hosting.md shows. On this device you can play with bots, or with others beside you."
            },
            Reach::Network { url } => p.reach {
                "Friends in your network reach this server at " a href=(url) { (url) } ". Seat links that you copy here lead there."
            },
        }
    }
}

/// Does the game have an editor for scenarios?
fn pages_edit(game: &str) -> bool {
    game == super::edit::GAME
}

/// The options that can be chosen for such a table, each with the values that the game takes.
fn offered<'a>(
    game: &str,
    menu: &'a Menu,
    order: &TableOrder,
) -> Vec<(&'a OptionItem, Vec<(&'a str, &'a str)>)> {
    let takes = |option: &OptionItem, value: &str| {
        let options = [(option.id.to_owned(), value.to_owned())].into();
        Table::open(game, &TableOrder { options, ..order.clone() }, Seed::small(0)).is_ok()
    };
    let here = |option: &&OptionItem| seat_of(option.id).is_none_or(|n| n <= order.seats);
    let values = |option: &'a OptionItem| -> (_, Vec<_>) {
        (option, option.values.iter().copied().filter(|(value, _)| takes(option, value)).collect())
    };
    menu.options.iter().filter(here).map(values).filter(|(_, values)| values.len() > 1).collect()
}

/// The seat that an option such as `faction-3` is about.
fn seat_of(option: &str) -> Option<usize> {
    option.rsplit_once('-')?.1.parse().ok()
}

/// By which edition of the rules the table is played.
fn edition_field(revisions: &[Revision]) -> Markup {
    let newest = revisions.len() + 1;
    html! {
        div.field {
            label for="edition" { "Rules" }
            select #edition name="edition" {
                option value="" { "Edition " (newest) ", the newest" }
                @for older in (1..newest).rev() {
                    option value=(older) { "Edition " (older) ", before: " (revisions[older - 1].text) }
                }
            }
        }
    }
}

/// Whether it counts.
fn rated_field() -> Markup {
    html! {
        div.field {
            label for="rated" { "Rated" }
            select #rated name="rated" { option value="no" { "no" } option value="yes" { "yes, it counts for the ratings of all who play" } }
            p.soft.small { "For accounts and bots; whoever sits down agrees. No hints, seats stay as they are, and leaving is losing." }
        }
    }
}

/// How long the table waits for whoever is away, when nobody is there to decide it.
fn patience_field(live: bool) -> Markup {
    html! {
        div.field {
            label for="patience" { "Waits for whoever is away" }
            select #patience name="patience" {
                option value="usual" { @if live { "an hour" } @else { "as the clock gives: a day, an hour live, a whole turn over days" } }
                @for seconds in absence::OFFERED { option value=(seconds) { (absence::words(seconds)) } }
            }
            p.soft.small { "After that the others may go on with a bot or a new link, should you be away, too." }
        }
    }
}

/// Who may be chosen for the seats of a form.
struct Sitters<'a> {
    game: &'a str,
    /// Bots on all seats but the first, by the page's address.
    bots: Option<Level>,
    /// Bots by the results of whoever asks.
    suited: Option<Level>,
    /// Accounts are asked by their names.
    by_name: bool,
    /// One of them on the second seat, by the page's address.
    with: Option<&'a str>,
}

fn seat_field(i: usize, sample: &Table, dealt: bool, sitters: &Sitters<'_>) -> Markup {
    let (seat, many) = (Seat(i as u8), sample.seats() > 2);
    // Where nothing else is wished: a friend on the second seat, bots on the others. Whoever has played a duel with bots finds one that suits
    // him there.
    let usual = match (many, i) {
        (true, 2..) => sitters.suited.or(Some(Level::Normal)),
        (true, _) => None,
        (false, _) => sitters.suited,
    };
    let bot = if i == 0 { None } else { sitters.bots.or(usual) };
    let with = sitters.with.filter(|_| sitters.by_name && i == 1);
    let name = if dealt { format!("Seat {}", i + 1) } else { sample.seat_name(seat) };
    html! {
        div.field {
            label for={ "s-" (i) } {
                @if dealt { "Seat " (i + 1) }
                @else { span class={ "swatch " (seat_class(sample, seat)) } {} (sample.seat_name(seat)) }
            }
            select id={ "s-" (i) } name={ "s-" (i) } {
                option value="me" selected[i == 0] { (if i == 0 { "Me" } else { "Me too, on this device" }) }
                option value="link" selected[i == 1 && bot.is_none() && with.is_none()] { "A friend, by link" }
                @if sitters.by_name { option value=(ASKED) selected[with.is_some()] { "Somebody here, by name" } }
                @for level in Level::ALL { option value=(level) selected[bot == Some(level) && with.is_none()] title=[opponents::meaning(sitters.game, level)] { "Bot, " (opponents::offer(sitters.game, level)) } }
            }
            @if sitters.by_name { input.by-name name={ "n-" (i) } list="friends" maxlength="64" autocomplete="off" placeholder="@name" aria-label={ (name) ": the name of an account" } value=[with]; }
        }
    }
}

/// `POST /open/{game}`
pub async fn submit(
    State(state): State<AppState>,
    Path(game): Path<String>,
    headers: HeaderMap,
    who: Who,
    Form(fields): Form<BTreeMap<String, String>>,
) -> Result<Response, PageFault> {
    let get = |key: &str| fields.get(key).map_or("", String::as_str);
    let options = fields
        .iter()
        .filter_map(|(key, value)| Some((key.strip_prefix("o-")?.to_owned(), value.clone())))
        .collect();
    let edition = match get("edition") {
        "" => None,
        number => Some(number.parse().map_err(|e: String| Fault::malformed(e))?),
    };
    let order = TableOrder {
        scenario: get("scenario").into(),
        seats: get("seats").parse().unwrap_or(0),
        options,
        edition,
        ..TableOrder::default()
    };
    let mut words = Vec::new();
    while let Some(word) = fields.get(&format!("s-{}", words.len())) {
        words.push(match word.as_str() {
            ASKED => match get(&format!("n-{}", words.len())).trim().trim_start_matches(SIGN) {
                "" => return Err(Fault::malformed("say whom to ask: the name of an account").into()),
                name => format!("{SIGN}{name}"),
            },
            word => word.to_owned(),
        });
    }
    let person = who.or_new(Some(get("name")));
    let chairs = chairs(&state, Some(&person), &words).await?;
    learn(&state, &person).await;
    let clock = clock::read(get("clock"), get("reserve"), get("end"))?;
    let patience = match get("patience") {
        "" | "usual" => None,
        seconds => {
            Some(seconds.parse().map_err(|_| Fault::malformed("the patience is a number of seconds"))?)
        }
    };
    let order = NewTableOrder {
        public: get("public") == "yes",
        players_only: get("public") == "closed",
        clock,
        patience,
        rated: get("rated") == "yes",
        language: Language::read(get("language"))?,
        ..NewTableOrder::new(game, order, chairs)
    };
    let id = crate::table::open(&state, Some(&person), order).await?;
    Ok(remember(&state, &headers, &person, Redirect::to(&format!("/t/{id}"))))
}

/// Reads who shall sit on a chair: `me`, `link`, or a bot's level.
pub fn chair(word: &str) -> Result<ChairOrder, Fault> {
    match word {
        "me" => Ok(ChairOrder::Me),
        "link" => Ok(ChairOrder::Link),
        "api" => Ok(ChairOrder::Program),
        level => level.parse().map(ChairOrder::Bot).map_err(Fault::malformed),
    }
}

/// Reads who shall sit on the chairs of a table, one word for each; accounts are asked by their names with the sign before them.
pub async fn chairs(
    state: &AppState,
    by: Option<&Person>,
    words: &[String],
) -> Result<Vec<ChairOrder>, Fault> {
    // Before anybody is looked up: a long list of names would be a lot of work for nothing.
    if words.len() > MOST_SEATS {
        return Err(Fault::malformed(format!("no table has more than {MOST_SEATS} seats")));
    }
    let (mut chairs, mut asked): (Vec<ChairOrder>, Vec<Person>) = Default::default();
    for word in words {
        let Some(name) = word.strip_prefix(SIGN) else {
            chairs.push(chair(word)?);
            continue;
        };
        let by = by.filter(|by| !by.standing.is_guest());
        let by =
            by.ok_or_else(|| Fault::forbidden("only an account asks others by their names: sign in first"))?;
        let other = standings::asked(state, by, name.trim()).await?;
        for another in &asked {
            if another.id == other.id {
                return Err(Fault::conflict("twice", format!("{} is asked for one seat", other.name)));
            }
            // Who of them would rather not is nobody's business.
            if state.store.results().apart(other.id.clone(), another.id.clone()).await? {
                return Err(Fault::conflict("apart", "these people do not all play with each other"));
            }
        }
        asked.push(other.clone());
        chairs.push(ChairOrder::Account(other));
    }
    Ok(chairs)
}
