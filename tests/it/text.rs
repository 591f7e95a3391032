//! Boards as text: what is read, what is written, and what exactly is wrong with the rest.

use std::time::{Duration, Instant};

use proptest::prelude::*;
use queenshot::board::{Board, Cell, CellSet, Marks};
use queenshot::text::{Entry, Puzzle, TextError, parse};

const ARTICLE: &str = "AAAAAAA\nBBBBCAA\nBDDECAA\nBBEEEAA\nBBFEGGA\nBBFBBBA\nBBBBBBA";

fn article() -> Board {
    ARTICLE.parse::<Puzzle>().unwrap().board
}

fn error(text: impl AsRef<[u8]>) -> TextError {
    let entries = parse(text.as_ref());
    assert_eq!(entries.len(), 1, "one board, one error: {entries:?}");
    entries[0].puzzle.clone().expect_err("the text is no board")
}

/// Code, line and column of the error.
fn fault(text: impl AsRef<[u8]>) -> (&'static str, usize, usize) {
    let error = error(text);
    (error.code(), error.line, error.column)
}

fn cells(names: &[&str]) -> CellSet {
    names.iter().map(|name| name.parse::<Cell>().unwrap()).collect()
}

#[test]
fn letters_come_back_as_they_were() {
    assert_eq!(article().to_string(), ARTICLE);
    assert_eq!(article().region(Cell::new(4, 2)).letter(), 'F');
}

#[test]
fn signs_letter_case_blanks_and_line_ends_do_not_matter() {
    let spaced = "\u{FEFF}\r\na a b b\r\na A A b\r\nA A A ♥\r\nA A A ♥\r\n\r\n\r\n";
    let board = spaced.parse::<Puzzle>().unwrap().board;
    assert_eq!(board.to_string(), "AABB\nACCB\nCCCD\nCCCD");
    let squares = "🟥🟥🟦🟦\n🟥⬛️⬛️🟦\n⬛️⬛️⬛️🟩\n⬛️⬛️⬛️🟩\n";
    assert_eq!(squares.parse::<Puzzle>().unwrap().board, board);
}

#[test]
fn regions_are_lettered_in_order_of_first_appearance() {
    let board = "zzyy\nzxxy\nxxxw\nxxxw".parse::<Puzzle>().unwrap().board;
    assert_eq!(board.to_string(), "AABB\nACCB\nCCCD\nCCCD");
}

#[test]
fn a_second_block_holds_marks() {
    let text = "AABB\nACCB\nCCCD\nCCCD\n\n. Q . x\n....\nG...\n..XX\n\n";
    let puzzle: Puzzle = text.parse().unwrap();
    assert_eq!(puzzle.marks.queens, cells(&["r1c2"]));
    assert_eq!(puzzle.marks.given, cells(&["r3c1"]));
    assert_eq!(puzzle.marks.crosses, cells(&["r1c4", "r4c3", "r4c4"]));
    assert_eq!(puzzle.to_string(), "AABB\nACCB\nCCCD\nCCCD\n\n.Q.x\n....\nG...\n..xx");
}

#[test]
fn several_boards_stand_under_headers() {
    let text = format!("\n=== monday ===\n{ARTICLE}\n\n=== a b ===\n\nAABB\nACCB\nCCCD\nCCCD\n=== broken ===\nAB\n");
    let entries = parse(text.as_bytes());
    let seen: Vec<_> = entries.iter().map(|e| (e.name.as_deref(), e.line, e.puzzle.is_ok())).collect();
    assert_eq!(seen, [(Some("monday"), 3, true), (Some("a b"), 13, true), (Some("broken"), 18, false)]);
    assert_eq!(entries[2].puzzle.as_ref().unwrap_err().code(), "size-out-of-range");
    assert_eq!(text.parse::<Puzzle>().unwrap_err().code(), "second-board");
}

#[test]
fn a_board_of_equals_signs_is_no_header() {
    let board = "====\n=aab\n=aab\n=ccb".parse::<Puzzle>().unwrap().board;
    assert_eq!(board.to_string(), "AAAA\nABBC\nABBC\nADDC");
}

#[test]
fn each_fault_has_a_code_and_a_place() {
    let cases: &[(&str, (&str, usize, usize))] = &[
        ("", ("empty-file", 1, 1)),
        ("  \n\t\n", ("not-a-board", 1, 1)),
        ("Dear all,\nthe board is attached.\nBest wishes\n", ("not-a-board", 1, 1)),
        ("AABB\nACCB\nCCCD\nCCCD\n\n....\n....\n....\n....\n\nAABB\n", ("not-a-board", 11, 1)),
        ("AABB\nACC\nCCCD\nCCCD", ("ragged-rows", 2, 4)),
        ("AABB\nACCBB\nCCCD\nCCCD", ("ragged-rows", 2, 5)),
        ("A A B B\nA C C B B\nC C C D\nC C C D", ("ragged-rows", 2, 9)),
        ("AABBE\nACCBE\nCCCDE\nCCCDE", ("ragged-rows", 4, 1)),
        ("\n\nABC\nABC\nABC", ("size-out-of-range", 5, 1)),
        ("AAAAAAA", ("size-out-of-range", 1, 1)),
        ("AABB\nACCB\nCCCD\nCECD", ("too-many-regions", 4, 2)),
        ("AABB\nABBB\nCCCC\nCCCC", ("too-few-regions", 1, 1)),
        ("AABB\nACCB\nCCCD\nCCCD\n\n....\n..?.\n....\n....", ("bad-mark", 7, 3)),
        ("AABB\nACCB\nCCCD\nCCCD\n\n....\n...\n....\n....", ("ragged-rows", 7, 4)),
        ("AABB\nACCB\nCCCD\nCCCD\n\n....\n....", ("ragged-rows", 7, 1)),
    ];
    for (text, expected) in cases {
        assert_eq!(fault(text), *expected, "{text:?}: {}", error(text));
    }
}

#[test]
fn bytes_that_are_no_text_are_named() {
    assert_eq!(fault(b"AABB\nAC\0B\nCCCD\nCCCD"), ("not-a-board", 2, 3));
    assert_eq!(fault(b"AABB\nA\xFFCB\nCCCD\nCCCD"), ("not-a-board", 2, 2));
    assert_eq!(fault(b"\xFF\xFEA\0B\0"), ("not-a-board", 1, 1));
    assert!(error(b"\xFF\xFEA\0B\0").to_string().contains("UTF-8"));
}

#[test]
fn boards_that_are_too_large_are_refused_before_they_are_built() {
    let square = |size: usize, row: &str| vec![row.repeat(size); size].join("\n");
    assert_eq!(fault(square(27, "A")), ("size-out-of-range", 27, 1));
    assert_eq!(fault(square(3, "A")), ("size-out-of-range", 3, 1));
    let ten_megabytes = 10 << 20;
    let junk: Vec<u8> = (0..ten_megabytes as u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let inputs = [
        "A".repeat(ten_megabytes).into_bytes(),
        "A\n".repeat(ten_megabytes / 2).into_bytes(),
        "ABCDEFG\n".repeat(ten_megabytes / 8).into_bytes(),
        [vec!["A".repeat(ten_megabytes / 7); 7].join("\n").into_bytes()].concat(),
        format!("{{\"board\": [\"{}\"]}}", "A".repeat(ten_megabytes)).into_bytes(),
        "[".repeat(ten_megabytes).into_bytes(),
        junk,
        vec![b' '; ten_megabytes],
    ];
    let codes = ["size-out-of-range", "size-out-of-range", "size-out-of-range", "size-out-of-range"];
    let codes = codes.into_iter().chain(["size-out-of-range", "bad-json", "not-a-board", "not-a-board"]);
    for (input, code) in inputs.iter().zip(codes) {
        let start = Instant::now();
        assert_eq!(error(input).code(), code);
        assert!(start.elapsed() < Duration::from_secs(1), "{code} took {:?}", start.elapsed());
    }
}

#[test]
fn json_is_read_with_marks_and_given_queens() {
    let text = r#"{"file": "a.png", "ok": true, "size": 4, "board": ["AABB", "ACCB", "CCCD", "CCCD"],
        "marks": [".Q..", "....", "x...", "...."], "given": [[2, 3]], "confidence": null}"#;
    let entries = parse(text.as_bytes());
    let [Entry { name, line: 1, puzzle: Ok(puzzle) }] = entries.as_slice() else { panic!("{entries:?}") };
    assert_eq!(name.as_deref(), Some("a.png"));
    assert_eq!(puzzle.board.to_string(), "AABB\nACCB\nCCCD\nCCCD");
    let expected = Marks { given: cells(&["r3c4"]), queens: cells(&["r1c2"]), crosses: cells(&["r3c1"]) };
    assert_eq!(puzzle.marks, expected);
}

#[test]
fn json_lines_and_arrays_hold_several_boards() {
    let one = r#"{"board": ["AABB", "ACCB", "CCCD", "CCCD"]}"#;
    let other = r#"{"file": "b", "ok": false, "error": {"code": "no-grid", "message": "no board found"}}"#;
    for text in [format!("{one}\n{other}\n{one}\n"), format!("[{one},\n {other},\n {one}]")] {
        let entries = parse(text.as_bytes());
        assert_eq!(entries.iter().map(|e| e.line).collect::<Vec<_>>(), [1, 2, 3]);
        assert!(entries[0].puzzle.is_ok() && entries[2].puzzle.is_ok());
        assert_eq!(entries[1].puzzle.as_ref().unwrap_err().code(), "not-a-board");
    }
}

#[test]
fn faults_in_json_have_their_place_in_the_text() {
    let cases: &[(&str, (&str, usize, usize))] = &[
        ("{\"board\": [\"AABB\",\n \"ACCB\"", ("bad-json", 2, 7)),
        ("{\"rows\": []}", ("bad-json", 1, 1)),
        ("[]", ("bad-json", 1, 1)),
        ("[3]", ("bad-json", 1, 2)),
        ("{\"board\": \"AABB\"}", ("bad-json", 1, 11)),
        ("{\"board\": []}", ("bad-json", 1, 11)),
        ("{\"board\": [\"AABB\",\n\"ACC\",\n\"CCCD\",\"CCCD\"]}", ("ragged-rows", 2, 5)),
        ("{\"board\": [\"AABB\",\n\"ACCB\",\n\"CCED\",\"CCCD\"]}", ("too-many-regions", 3, 5)),
        ("{\"size\": 5,\n\"board\": [\"AABB\",\"ACCB\",\"CCCD\",\"CCCD\"]}", ("bad-json", 1, 10)),
        (
            "{\"board\": [\"AABB\",\"ACCB\",\"CCCD\",\"CCCD\"],\n \"marks\": [\"....\",\"..y.\",\"....\",\"....\"]}",
            ("bad-mark", 2, 22),
        ),
        ("{\"board\": [\"AABB\",\"ACCB\",\"CCCD\",\"CCCD\"],\n \"given\": [[0, 4]]}", ("bad-json", 2, 11)),
        ("{\"board\": [\"AABB\",\"ACCB\",\"CCCD\",\"CCCD\"],\n \"given\": [[0]]}", ("bad-json", 2, 11)),
    ];
    for (text, expected) in cases {
        assert_eq!(fault(text), *expected, "{text}: {}", error(text));
    }
}

/// A board of any size with random regions, and random marks on it.
fn puzzles() -> impl Strategy<Value = Puzzle> {
    (4usize..=26)
        .prop_flat_map(|size| {
            let labels = prop::collection::vec(0..size, size * size - size);
            let marks = prop::collection::vec(0u8..6, size * size);
            (Just(size), labels, marks)
        })
        .prop_map(|(size, mut labels, kinds)| {
            labels.extend(0..size);
            let board = Board::from_labels(size, &labels).expect("every label from 0 to size occurs");
            let kind =
                |wanted: u8| board.cells().zip(&kinds).filter(|&(_, &k)| k == wanted).map(|(cell, _)| cell).collect();
            let marks = Marks { given: kind(1), queens: kind(2), crosses: kind(3) };
            Puzzle { board, marks }
        })
}

proptest! {
    #[test]
    fn letters_round_trip(puzzle in puzzles()) {
        prop_assert_eq!(puzzle.to_string().parse::<Puzzle>(), Ok(puzzle));
    }

    #[test]
    fn json_round_trips(puzzle in puzzles()) {
        prop_assert_eq!(puzzle.to_json().to_string().parse::<Puzzle>(), Ok(puzzle));
    }

    #[test]
    fn any_bytes_give_boards_or_errors_but_no_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        prop_assert!(!parse(&bytes).is_empty());
    }

    #[test]
    fn damaged_boards_give_boards_or_errors_but_no_panic(puzzle in puzzles(), at in any::<prop::sample::Index>(), new in "\\PC") {
        for text in [puzzle.to_string(), puzzle.to_json().to_string()] {
            let mut signs: Vec<char> = text.chars().collect();
            let place = at.index(signs.len());
            signs.splice(place..=place, new.chars());
            let text: String = signs.into_iter().collect();
            for entry in parse(text.as_bytes()) {
                if let Err(error) = entry.puzzle {
                    prop_assert!(error.line <= text.lines().count() + 1 && error.column <= text.len() + 1);
                }
            }
        }
    }
}
