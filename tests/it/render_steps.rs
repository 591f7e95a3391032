//! Hints, step pictures, animations and pages.

use std::io::Cursor;

use image::AnimationDecoder;
use queenshot::board::{Board, Cell, CellSet, State};
use queenshot::colour::Palette;
use queenshot::explain::explain;
use queenshot::hint::{self, Detail};
use queenshot::picture::{Channels, Picture};
use queenshot::render::animation::Animation;
use queenshot::render::overlay::{Highlight, Role};
use queenshot::render::scene::{Scene, SceneOptions};
use queenshot::render::steps::{Step, highlights, story};
use queenshot::render::{apng, gif, html, png};
use queenshot::solve::{Deduction, Evidence, Outcome, SolveOptions, Technique, Trace, solve};

use crate::{golden, support};

fn board(letters: &str) -> Board {
    let labels: Vec<char> = letters.chars().filter(|letter| !letter.is_whitespace()).collect();
    Board::from_labels(letters.lines().count(), &labels).unwrap()
}

/// A board that takes shadows, from the fixtures.
fn nine() -> Board {
    let name = support::fixtures().join("shots/phone-dark-9.board");
    board(std::fs::read_to_string(name).unwrap().trim_end())
}

/// A board that only the probe solves.
fn hard() -> Board {
    board("BBBCAAD\nBBBCAAD\nBBBCAAD\nEGBCADD\nEGBBBDD\nEGBBDDF\nEGGDDFF")
}

fn trace(board: &Board) -> Trace {
    solve(board, State::new(board), &SolveOptions::default())
}

/// Every deduction of the fixtures' boards and of the hard one, with its board.
fn deductions() -> Vec<(Board, Deduction)> {
    let mut boards: Vec<Board> =
        support::shots(&support::fixtures().join("shots")).into_iter().map(|shot| shot.board).collect();
    boards.push(hard());
    boards
        .into_iter()
        .flat_map(|board| trace(&board).steps.into_iter().map(move |step| (board.clone(), step)))
        .collect()
}

fn cells(highlights: &[Highlight], role: Role) -> CellSet {
    highlights.iter().filter(|h| h.role == role).fold(CellSet::EMPTY, |all, h| all | h.cells)
}

#[test]
fn a_full_hint_shows_the_whole_effect_and_a_vaguer_one_nothing_of_it() {
    let all = deductions();
    assert!(all.iter().any(|(_, step)| step.technique == Technique::Probe));
    for (board, step) in &all {
        let full = highlights(board, step, Detail::Everything);
        assert_eq!(cells(&full, Role::Removed) | cells(&full, Role::Assumed), step.remove, "{step:?}");
        assert_eq!(cells(&full, Role::Placed), step.place.into_iter().collect());
        for detail in [Detail::Where, Detail::How] {
            let vague = highlights(board, step, detail);
            assert!(!vague.is_empty(), "{step:?}");
            for role in [Role::Removed, Role::Placed] {
                assert!(cells(&vague, role).is_empty(), "{detail:?} {step:?}");
            }
        }
        let place = highlights(board, step, Detail::Where);
        assert!(place.iter().all(|h| h.role == Role::Unit), "{step:?}");
        if let Evidence::Confined { cells: evidence, .. } | Evidence::Shadow { cells: evidence, .. } = &step.evidence {
            assert!(evidence.is_subset(&cells(&place, Role::Unit)), "the evidence lies in the outlined unit");
            assert_eq!(cells(&highlights(board, step, Detail::How), Role::Evidence), *evidence);
        }
    }
}

#[test]
fn hints_in_words_tell_more_and_more() {
    let board = board("AAAAAAA\nBBBBCAA\nBDDECAA\nBBEEEAA\nBBFEGGA\nBBFBBBA\nBBBBBBA");
    let palette = Palette::standard(7);
    let step = &trace(&board).steps[0];
    let words = |palette: Option<&Palette>, detail| hint::words(&board, palette, step, detail);
    assert_eq!(words(None, Detail::Where), "Look at region C.");
    assert_eq!(words(Some(&palette), Detail::Where), "Look at the blue region.");
    assert_eq!(
        words(Some(&palette), Detail::How),
        "Look at the blue region. The rule: all live cells of a region lie in one row or column: the rest of that line dies."
    );
    assert_eq!(words(Some(&palette), Detail::Everything), explain(&board, Some(&palette), step));
    let mut probes = 0;
    for (board, step) in deductions() {
        // However long the whole explanation is, as that of a probe with its inner steps.
        let (whole, hint) = (explain(&board, None, &step), hint::words(&board, None, &step, Detail::Everything));
        assert!(hint.matches(". ").count() < 2 && hint.ends_with('.') && whole.starts_with(&hint), "{hint}");
        probes += usize::from(hint != whole);
        for detail in [Detail::Where, Detail::How] {
            let text = hint::words(&board, None, &step, detail);
            if !matches!(step.evidence, Evidence::Queen { .. }) {
                let words = text.split(|c: char| !c.is_alphanumeric());
                assert!(
                    !words.into_iter().any(|word| word.parse::<Cell>().is_ok()),
                    "a vague hint names a cell: {text}"
                );
            }
        }
    }
    assert!(probes > 0, "some step has inner steps");
}

#[test]
fn a_story_has_a_picture_for_the_start_for_each_step_and_for_the_end() {
    for board in [nine(), hard()] {
        let trace = trace(&board);
        let story = story(&board, None, &trace);
        assert_eq!(story.len(), trace.steps.len() + 2);
        for (i, (step, state)) in story.iter().skip(1).zip(trace.states()).enumerate() {
            let placed = trace.steps.get(i).and_then(|step| step.place);
            assert_eq!(step.overlay.queens - placed.into_iter().collect(), state.queens);
            assert_eq!(step.overlay.crosses, board.all() - state.open - state.queens);
            if let Some(deduction) = trace.steps.get(i) {
                assert!(step.title.ends_with(deduction.technique.info().counter), "{}", step.title);
                assert_eq!(step.text, explain(&board, None, deduction));
                assert!(!step.caption().contains("Step by step"));
            }
        }
        let end = story.last().unwrap();
        assert_eq!(end.title, "Solved");
        assert_eq!(end.overlay.queens, trace.solution().unwrap().queens());
        assert!(end.overlay.highlights.is_empty());
    }
    let open = board("AABB\nAABB\nCCDD\nCCDD");
    let trace = trace(&open);
    let end = story(&open, None, &trace).pop().unwrap();
    match &trace.outcome {
        Outcome::Solved => panic!("this board has no or several solutions"),
        Outcome::Stuck => assert_eq!(end.title, "No technique leads further"),
        Outcome::Contradiction(_) => assert_eq!(end.title, "No solution"),
    }
}

#[test]
fn step_pictures_look_as_they_did() {
    let options = SceneOptions { cell: 44, coordinates: true, ..SceneOptions::default() };
    let mut drawn = Vec::new();
    for (board, name) in [(nine(), "nine"), (hard(), "hard")] {
        let trace = trace(&board);
        let palette = Palette::standard(board.size());
        let story = story(&board, Some(&palette), &trace);
        let animation = Animation::fresh(&board, &story, &options);
        for (i, step) in trace.steps.iter().enumerate() {
            let kind = std::mem::discriminant(&step.evidence);
            if !drawn.contains(&kind) {
                drawn.push(kind);
                golden::check_picture(
                    &format!("step-{name}-{}", step.technique.info().name),
                    &animation.frame(i + 1).unwrap(),
                );
            }
        }
    }
    assert!(drawn.len() >= 5, "{}", drawn.len());
}

/// The decoded frames of an animation as the viewer shows them, with their delays in milliseconds.
fn shown<'a>(decoder: impl AnimationDecoder<'a>) -> Vec<(Picture, u32)> {
    let frame = |frame: image::Frame| {
        let (numerator, denominator) = frame.delay().numer_denom_ms();
        let rgb = image::DynamicImage::from(frame.into_buffer()).to_rgb8();
        let picture = Picture::new(rgb.width(), rgb.height(), Channels::Rgb, rgb.into_raw()).unwrap();
        (picture, numerator / denominator)
    };
    decoder.into_frames().map(|decoded| frame(decoded.unwrap())).collect()
}

fn assert_frames(name: &str, animation: &Animation<'_>, frames: &[(Picture, u32)], exact: bool) {
    assert_eq!(frames.len(), animation.len(), "{name}");
    for (i, (frame, delay)) in frames.iter().enumerate() {
        let expected = animation.frame(i).unwrap();
        if exact {
            assert!(frame.pixels() == expected.pixels(), "{name} {i}");
        } else {
            golden::assert_alike(&format!("{name}-{i}"), frame, &expected);
        }
        assert!(animation.delay(i).as_millis().abs_diff(u128::from(*delay)) <= 10, "{name} {i}: {delay} ms");
    }
    assert!(frames.last().unwrap().1 > frames[1].1, "the last frame is held");
}

#[test]
fn an_animation_decodes_to_its_step_pictures_and_is_small() {
    let board = nine();
    let palette = Palette::standard(9);
    let story = story(&board, Some(&palette), &trace(&board));
    let animation = Animation::fresh(&board, &story, &SceneOptions { cell: 64, ..SceneOptions::default() });
    let first = animation.frame(0).unwrap();
    assert!(first.width() >= 600);
    for i in 0..animation.len() {
        let frame = animation.frame(i).unwrap();
        assert_eq!((frame.width(), frame.height()), (first.width(), first.height()));
    }

    let mut progress = Vec::new();
    let bytes = gif::encode(&animation, |done, of| progress.push((done, of))).unwrap();
    assert!(bytes.len() < 2_000_000, "{} bytes", bytes.len());
    assert_eq!(progress, (1..=2 * story.len()).map(|i| (i, 2 * story.len())).collect::<Vec<_>>());
    let frames = shown(image::codecs::gif::GifDecoder::new(Cursor::new(&bytes)).unwrap());
    assert_frames("gif", &animation, &frames, false);
    // Flat colours are exact.
    let scene = Scene::board(&board, &story[0].overlay, &SceneOptions::default());
    for cell in board.cells() {
        let p = scene.grid.point(cell, 0.85, 0.85);
        assert_eq!(
            Some(queenshot::colour::Rgb(frames[0].0.rgb(p.x as u32, p.y as u32))),
            palette.colour(board.region(cell))
        );
    }

    let bytes = apng::encode(&animation, |_, _| ()).unwrap();
    assert!(bytes.len() < 2_000_000, "{} bytes", bytes.len());
    let decoder = image::codecs::png::PngDecoder::new(Cursor::new(&bytes)).unwrap().apng().unwrap();
    assert_frames("apng", &animation, &shown(decoder), true);
}

/// A noisy photograph of the board, as large as a phone's screen.
fn photo(board: &Board, steps: &[Step]) -> (Picture, queenshot::grid::Grid) {
    let scene = Scene::board(board, &steps[0].overlay, &SceneOptions { cell: 120, ..SceneOptions::default() });
    let mut picture = png::draw(&scene).unwrap();
    let mut rng = support::Rng::new(5);
    for byte in picture.pixels_mut() {
        *byte = byte.saturating_add_signed((rng.next() % 9) as i8 - 4);
    }
    (picture, scene.grid)
}

#[test]
fn an_animation_on_the_users_picture_keeps_its_look() {
    let board = nine();
    let story = story(&board, None, &trace(&board));
    let (picture, grid) = photo(&board, &story);
    let animation = Animation::on_picture(&board, &story[..6], &picture, &grid, 500).unwrap();
    let first = animation.frame(0).unwrap();
    assert_eq!(first.width(), 500);
    assert!(first.height() > 500, "there is room for captions");
    let bytes = gif::encode(&animation, |_, _| ()).unwrap();
    let frames = shown(image::codecs::gif::GifDecoder::new(Cursor::new(&bytes)).unwrap());
    assert_frames("gif-photo", &animation, &frames, false);
    let small = Animation::on_picture(&board, &story, &picture, &grid, 240).unwrap();
    golden::check_picture("animation-photo", &small.frame(3).unwrap());
}

#[test]
fn animations_that_cannot_be_made_are_refused() {
    let board = nine();
    let story = story(&board, None, &trace(&board));
    let none = Animation::fresh(&board, &[], &SceneOptions::default());
    assert_eq!(gif::encode(&none, |_, _| ()).unwrap_err().code(), "bad-size");
    assert_eq!(apng::encode(&none, |_, _| ()).unwrap_err().code(), "bad-size");
    let (picture, grid) = photo(&hard(), &story);
    assert_eq!(Animation::on_picture(&board, &story, &picture, &grid, 500).unwrap_err().code(), "grid-mismatch");
    let lines: Vec<f64> = (0..=9).map(|i| 5000.0 + f64::from(i)).collect();
    let elsewhere = queenshot::grid::Grid::axis_aligned(lines.clone(), lines).unwrap();
    assert_eq!(Animation::on_picture(&board, &story, &picture, &elsewhere, 500).unwrap_err().code(), "bad-size");
}

#[test]
fn the_page_holds_every_step_and_needs_nothing_from_outside() {
    let board = nine();
    let palette = Palette::standard(9);
    let story = story(&board, Some(&palette), &trace(&board));
    let page =
        html::encode(&board, &story, &SceneOptions { coordinates: true, ..SceneOptions::default() }, "A <9 x 9> board");
    assert!(page.contains("<h1>A &lt;9 x 9&gt; board</h1>"));
    assert_eq!(page.matches("<section>").count(), story.len());
    for step in &story {
        assert!(page.contains(&format!("<h2>{}</h2>", step.title)));
    }
    for outside in ["http://", "https://", "src=", "<link", "@import", "url("] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert!(page.len() < 1_500_000, "{} bytes", page.len());

    // The page's body is well-formed XML but for its doctype, its voidless head and one void element.
    let xml = page
        .replace("<!DOCTYPE html>\n", "")
        .replace("<meta charset=\"utf-8\">", "")
        .replace("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">", "")
        .replace("<nav hidden>", "<nav>")
        .replace("aria-label=\"Step\">", "aria-label=\"Step\"/>");
    let start = xml.find("<script>").unwrap();
    let end = xml.find("</script>").unwrap();
    let xml = format!("{}{}", &xml[..start], &xml[end + "</script>".len()..]);
    // The pictures of a page are drawn as the step pictures are.
    let symbol = between(&xml, "<symbol id=\"board\"", "</symbol>");
    let body = &symbol[symbol.find('>').unwrap() + 1..];
    let section = between(&xml, "<section>", "</svg>");
    let marks = &section[section.find("/>").unwrap() + 2..];
    let options = SceneOptions { coordinates: true, ..SceneOptions::default() };
    let scene = Scene::board(&board, &story[0].overlay, &options);
    let (w, h) = (scene.width, scene.height);
    let document = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\"><rect width=\"{w}\" height=\"{h}\" fill=\"#ffffff\"/>{body}{marks}</svg>"
    );
    golden::assert_alike("html", &golden::rendered(&document), &png::draw(&scene).unwrap());
    resvg::usvg::roxmltree::Document::parse(&xml).unwrap();
}

/// The text from after `start` up to `end`.
fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    let from = text.find(start).unwrap() + start.len();
    &text[from..from + text[from..].find(end).unwrap()]
}
