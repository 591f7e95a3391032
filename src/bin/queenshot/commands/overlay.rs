//! A solution that somebody gives, checked against the rules and drawn on a picture.

use std::path::Path;

use queenshot::batch::Status;
use queenshot::board::{Board, Cell, CellSet};
use queenshot::check::violations;
use queenshot::render::overlay::{self, Overlay};
use queenshot::render::png::Compression;
use queenshot::text;

use super::read::push_text;
use crate::args::OverlayArgs;
use crate::draw::{Form, clean, encoded};
use crate::fault::Fault;
use crate::input::{Input, gather};
use crate::names::shown;
use crate::output::{Kind, Plan};
use crate::run::{Answer, over};
use crate::subject::{Content, content};

/// Draws the given solution on each input.
pub(crate) fn run(args: &OverlayArgs) -> Result<Status, Fault> {
    let solution = match std::fs::read_to_string(&args.solution) {
        Ok(text) => text,
        // A name that is too long or has a strange character is no file but the solution itself.
        Err(_) => args.solution.clone(),
    };
    let inputs = gather(&args.work.inputs)?;
    let plan = Plan::new(
        &inputs,
        &args.work.output,
        Kind {
            template: "{stem}.solved.png",
            beside: true,
            pictures_only: false,
            check: |place| Form::of(place).map(drop),
        },
    )?;
    Ok(over(&inputs, &args.work.inputs, |number, input| {
        let mut answer = Answer::default();
        if let Err(fault) = draw(args, &solution, input, plan.place(number), &plan, &mut answer) {
            answer.fail(&input.name, &fault);
        }
        answer
    }))
}

fn draw(
    args: &OverlayArgs,
    solution: &str,
    input: &Input,
    place: Option<&Path>,
    plan: &Plan,
    answer: &mut Answer,
) -> Result<(), Fault> {
    let Content { picture, boards, .. } = content(input, &args.work.reading)?;
    let subject = boards.into_iter().next().ok_or_else(|| Fault::new("not-a-board", "there is no board"))??;
    let board = &subject.record.board;
    let queens = queens(solution, board)?;
    let broken = violations(board, &queens);
    for violation in &broken {
        answer.note(&input.name, format_args!("the solution breaks a rule: {violation}"));
    }
    if !broken.is_empty() {
        answer.worsen(Status::Open);
        return Ok(());
    }
    let marks = queenshot::board::Marks { queens, ..Default::default() };
    let text = format!("{}\n", text::mark_block(board, &marks).trim_end()).replace('Q', "♛");
    push_text(&mut answer.out, &text, plan.several().then_some(input.name.as_str()));
    let drawn = subject.record.marks.queens;
    let overlay = args.look.draw.look(Overlay {
        queens: queens - drawn - subject.record.marks.given,
        right: drawn & queens,
        wrong: drawn - queens,
        crosses: if args.crosses { board.all() - queens } else { CellSet::EMPTY },
        ..Overlay::default()
    });
    let scene = args.look.draw.scene(subject.palette());
    let mut picture = picture;
    if let (Some(picture), Some(reading)) = (&mut picture, &subject.reading) {
        overlay::draw(picture, &reading.grid, board, &overlay)?;
    }
    // A board drawn afresh shows no queen by itself.
    let fresh = Overlay { queens, right: CellSet::EMPTY, wrong: CellSet::EMPTY, ..overlay };
    if let Some(place) = place {
        let form = Form::of(place)?;
        let on_picture =
            picture.as_ref().map(|picture| encoded(picture, form, Compression::default())).transpose()?.flatten();
        let bytes = on_picture.map_or_else(|| clean(&subject, &fresh, &args.look.draw, form), Ok)?;
        plan.write(place, &bytes)?;
        answer.note(&input.name, format_args!("written to {}", shown(place)));
        args.look.view.open(answer, &input.name, place);
    }
    args.look.view.show(board, &fresh, &scene, picture.as_ref())
}

/// The queens of a solution: cells (`r1c7 r2c5`), the column of each row counted from 0 as in JSON (`6 4 1`), or rows of signs with `♛` or `Q`.
fn queens(solution: &str, board: &Board) -> Result<CellSet, Fault> {
    let bad = |message: String| Fault::new("bad-solution", message);
    let words: Vec<&str> = solution
        .split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '[' | ']'))
        .filter(|word| !word.is_empty())
        .collect();
    if words.is_empty() {
        return Err(bad("the solution is empty".to_owned()));
    }
    if let Ok(cells) = words.iter().map(|word| word.parse()).collect::<Result<Vec<Cell>, _>>() {
        return Ok(cells.into_iter().collect());
    }
    if let Ok(columns) = words.iter().map(|word| word.parse()).collect::<Result<Vec<usize>, _>>() {
        let outside = columns.iter().find(|&&column| column >= board.size());
        if columns.len() != board.size() || outside.is_some() {
            let size = board.size();
            return Err(bad(format!("a board of {size} rows needs {size} columns from 0 to {}", size - 1)));
        }
        return Ok(columns.iter().enumerate().map(|(row, &column)| Cell::new(row, column)).collect());
    }
    let rows: Vec<&str> = solution.lines().map(str::trim).filter(|line| !line.is_empty()).take(board.size()).collect();
    let square = rows.len() == board.size() && rows.iter().all(|row| row.chars().count() == board.size());
    if !square {
        return Err(bad(
            "give the solution as cells (r1c7 r2c5 …), as one column a row counted from 0 (6 4 …), as rows with ♛ or Q, or as \
             a file that holds one of these"
                .to_owned(),
        ));
    }
    let signs = rows.iter().enumerate().flat_map(|(row, signs)| signs.chars().enumerate().map(move |s| (row, s)));
    Ok(signs
        .filter(|(_, (_, sign))| matches!(sign, '♛' | 'Q'))
        .map(|(row, (column, _))| Cell::new(row, column))
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solution_is_cells_columns_or_rows() {
        let board = Board::from_labels(4, &"AABBACBBDCCBDDCC".chars().collect::<Vec<_>>()).unwrap();
        let expected: CellSet = [(0, 1), (1, 3), (2, 0), (3, 2)].map(|(r, c)| Cell::new(r, c)).into_iter().collect();
        for text in [
            "r1c2, r2c4, r3c1, r4c3",
            "r4c3 r1c2 r2c4 r3c1",
            "1 3 0 2",
            "[1,3,0,2]",
            ".♛..\n...♛\n♛...\n..♛.\n",
            ".Q..\n...Q\nQ...\n..Q.",
        ] {
            assert_eq!(queens(text, &board), Ok(expected), "{text}");
        }
        for text in ["", "r1", "1 3 0", "1 3 0 4", "-1 3 0 2", ".Q..\n...Q", "crown"] {
            assert_eq!(queens(text, &board).map_err(|fault| fault.code), Err("bad-solution"), "{text}");
        }
    }
}
