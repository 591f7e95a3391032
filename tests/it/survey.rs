//! The figures of archives: counted, printed, drawn.

use queenshot::board::State;
use queenshot::render::{png, svg};
use queenshot::solve::{Probe, SolveOptions, TECHNIQUES, solve};
use queenshot::survey::{Finding, Survey, chart};
use queenshot::text::Puzzle;
use serde_json::json;

use crate::boards::archive;

const ARTICLE: &str = "AAAAAAA\nBBBBCAA\nBDDECAA\nBBEEEAA\nBBFEGGA\nBBFBBBA\nBBBBBBA";
/// Two solutions.
const ROWS: &str = "AAAA\nBBBB\nCCCC\nDDDD";
const NONE: &str = "ABBB\nCCCD\nCCCD\nCCCD";
/// Falls to the full probe alone.
const PROBE: &str = "BBBCAAD\nBBBCAAD\nBBBCAAD\nEGBCADD\nEGBBBDD\nEGBBDDF\nEGGDDFF";

fn add(survey: &mut Survey, name: &str, text: &str, options: &SolveOptions) {
    let board = text.parse::<Puzzle>().unwrap().board;
    let trace = solve(&board, State::new(&board), options);
    survey.add(Finding::new(name, &board, &trace));
}

fn small() -> Survey {
    let mut survey = Survey::default();
    for (name, text) in [("article", ARTICLE), ("rows", ROWS), ("none", NONE), ("probe", PROBE)] {
        add(&mut survey, name, text, &SolveOptions::default());
    }
    survey
}

#[test]
fn every_board_is_counted_under_what_became_of_it() {
    let mut survey = small();
    add(&mut survey, "stalled", PROBE, &SolveOptions { probe: Probe::Off, ..SolveOptions::default() });
    let figures = survey.json(1);
    assert_eq!(figures["boards"], 5);
    assert_eq!(figures["solved"], 2);
    assert_eq!((&figures["several"], &figures["none"], &figures["stalled"]), (&json!(1), &json!(1), &json!(1)));
    assert_eq!(figures["probe"], 1);
    let sizes = json!([{"size": 4, "boards": 2, "solved": 0}, {"size": 7, "boards": 3, "solved": 2}]);
    assert_eq!(figures["sizes"], sizes);
    let levels = figures["levels"].as_object().unwrap();
    assert_eq!(levels.values().map(|count| count.as_u64().unwrap()).sum::<u64>(), 2);
    assert_eq!(levels["expert"], 1, "the probe is the last resort of experts");
    assert_eq!(figures["hardest"].as_array().unwrap().len(), 1);
    assert_eq!(figures["hardest"][0]["name"], "probe");
}

#[test]
fn techniques_are_counted_by_board_and_by_use() {
    let mut survey = Survey::default();
    add(&mut survey, "a", ARTICLE, &SolveOptions::default());
    let one = survey.usage();
    add(&mut survey, "b", ARTICLE, &SolveOptions::default());
    let two = survey.usage();
    assert_eq!(one.len(), TECHNIQUES.len());
    assert_eq!((one[0].boards, one[0].times), (1, 7), "seven queens");
    for (one, two) in one.iter().zip(&two) {
        assert_eq!((two.boards, two.times), (2 * one.boards, 2 * one.times));
        assert!(one.boards <= 1 && one.times >= one.boards);
    }
}

#[test]
fn the_forms_tell_the_same() {
    let survey = small();
    let csv = survey.csv();
    let mut lines = csv.lines();
    assert_eq!(lines.next(), Some("technique,counter,boards,times"));
    let json = survey.json(0);
    let text = survey.text(0);
    assert!(text.starts_with("2 of 4 boards solved; 1 with several solutions, 1 without, 0 stalled"), "{text}");
    for (line, technique) in lines.zip(json["techniques"].as_array().unwrap()) {
        let [name, counter, boards, times] = line.split(',').collect::<Vec<_>>().try_into().unwrap();
        let counter = counter.trim_matches('"');
        assert_eq!((name, counter), (technique["name"].as_str().unwrap(), technique["counter"].as_str().unwrap()));
        assert_eq!(
            (boards.parse(), times.parse()),
            (Ok(technique["boards"].as_u64().unwrap()), Ok(technique["times"].as_u64().unwrap()))
        );
        assert!(text.contains(&format!("{counter:32} {boards:>7} {times:>7}\n")), "{counter}\n{text}");
    }
}

#[test]
fn the_chart_has_a_bar_a_technique_longest_first() {
    let survey = small();
    let used = survey.most_used();
    assert!(used.windows(2).all(|pair| pair[0].boards >= pair[1].boards));
    let scene = chart(&survey).unwrap();
    // The description names every bar with its value, in order.
    let mut rest = scene.title.as_str();
    for usage in &used {
        let bar = format!("{} {}", usage.technique.info().counter, usage.boards);
        rest = &rest[rest.find(&bar).unwrap_or_else(|| panic!("{bar} in {rest}")) + bar.len()..];
    }
    let svg = svg::encode(&scene);
    assert!(!svg.contains("<text"), "labels are shapes and need no font");

    // In the picture: below the title, each bar is one run of rows that begin with the bars' blue right of the axis.
    let picture = png::draw(&scene).unwrap();
    let blue = [74, 111, 165];
    let (mut lengths, mut tops, mut bottoms) = (Vec::new(), Vec::new(), Vec::new());
    let mut inside = false;
    for y in 0..picture.height() {
        let length = (0..picture.width()).filter(|&x| picture.rgb(x, y) == blue).count();
        if length > 0 && !inside {
            lengths.push(length);
            tops.push(y);
        } else if length == 0 && inside {
            bottoms.push(y);
        }
        inside = length > 0;
    }
    // The axis begins with the first bar: there is no place for a bar that is not there.
    let axis = (0..picture.width()).find(|&x| picture.rgb(x, tops[0]) == blue).unwrap() - 1;
    let above = (0..tops[0]).rev().take_while(|&y| picture.rgb(axis, y) != [255; 3]).count() as u32;
    assert!(above <= tops[1] - bottoms[0], "{above} pixels of axis above the first bar");
    assert_eq!(lengths.len(), used.len());
    assert!(lengths.windows(2).all(|pair| pair[0] >= pair[1]), "{lengths:?}");
    let longest = lengths[0] as f64 / used[0].boards as f64;
    for (length, usage) in lengths.iter().zip(&used) {
        assert!((*length as f64 - longest * usage.boards as f64).abs() <= 3.0, "{lengths:?}");
    }
}

#[test]
fn long_names_keep_the_columns() {
    let mut survey = small();
    let long = "a folder/".repeat(9);
    add(&mut survey, &long, ARTICLE, &SolveOptions::default());
    let text = survey.text(10);
    let (_, hardest) = text.split_once("\nHARDEST").unwrap();
    let widths: Vec<usize> = hardest.lines().map(|line| line.chars().count()).collect();
    assert_eq!(widths.len(), 1 + 3);
    assert_eq!(widths[0] + "HARDEST".len(), widths[1], "{text}");
    assert!(widths[1..].iter().all(|&width| width == widths[1]), "{text}");
}

#[test]
fn an_archive_without_boards_has_no_chart() {
    assert!(chart(&Survey::default()).is_err());
    assert!(Survey::default().text(10).starts_with("0 of 0 boards solved"));
}

/// Facts about the official boards: what monotone deductions reach does not depend on who wrote them.
#[test]
fn the_official_boards_fall_to_deduction() {
    let Some(boards) = archive("linkedin") else { return };
    assert_eq!(boards.len(), 855);
    let solved = |techniques: &str, probe: Probe| {
        let options = SolveOptions { techniques: techniques.parse().unwrap(), probe };
        let mut survey = Survey::default();
        for archived in &boards {
            let trace = solve(&archived.board, State::new(&archived.board), &options);
            survey.add(Finding::new(&archived.id, &archived.board, &trace));
        }
        survey.solved()
    };
    assert_eq!(solved("all", Probe::Off), 855);
    assert_eq!(solved("all", Probe::Short), 855);
    assert_eq!(solved("baseline", Probe::Off), 244);
    assert_eq!(solved("baseline,shadow", Probe::Off), 578);
    assert_eq!(solved("baseline,pigeonhole", Probe::Off), 377);
    assert_eq!(solved("baseline,shadow,pigeonhole", Probe::Off), 855);
    let shapes = solved("baseline,shapes", Probe::Off);
    assert!((452..=465).contains(&shapes), "{shapes}");
}
