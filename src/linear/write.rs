//! Programs as text for other solvers. The same model always gives the same bytes.

use std::fmt::Write as _;

use super::Place;
use super::model::{Model, Objective, Relation};

/// Lines are broken before this column; some readers stop at 510.
const WIDTH: usize = 100;

/// The program in the CPLEX LP format.
pub fn lp(model: &Model) -> String {
    let mut text = format!("\\ {}: x_i_j is 1 where a queen stands in row i and column j\n", model.name());
    match model.objective() {
        // Some readers refuse an objective without a variable.
        Objective::Any => text.push_str("Minimize\n obj: 0 x_1_1\n"),
        Objective::MostQueens => {
            text.push_str("Maximize\n");
            wrapped(&mut text, "obj:", model.places(), "+ ", "");
        }
    }
    text.push_str("Subject To\n");
    for constraint in model.constraints() {
        let relation = match constraint.relation {
            Relation::Exactly => "=",
            Relation::AtMost => "<=",
        };
        let (head, tail) = (format!("{}:", constraint.name), format!(" {relation} {}", constraint.bound));
        wrapped(&mut text, &head, constraint.places.iter().copied(), "+ ", &tail);
    }
    text.push_str("Binaries\n");
    wrapped(&mut text, "", model.places(), "", "");
    text.push_str("End\n");
    text
}

/// Variables with a sign between them, over as many lines as they need.
fn wrapped(text: &mut String, head: &str, places: impl Iterator<Item = Place>, sign: &str, tail: &str) {
    let mut line = format!(" {head}");
    for (i, place) in places.enumerate() {
        let term = format!("{}{}", if i == 0 { "" } else { sign }, Model::variable(place));
        if line.len() + 1 + term.len() + tail.len() > WIDTH {
            text.push_str(line.trim_end());
            text.push('\n');
            line = "  ".into();
        }
        if line.len() > 1 {
            line.push(' ');
        }
        line.push_str(&term);
    }
    let _ = writeln!(text, "{line}{tail}");
}

/// The program in the free MPS format. MPS knows only minimising, so queens that are sought count -1 each.
pub fn mps(model: &Model) -> String {
    let mut text = format!("NAME {}\nROWS\n N obj\n", model.name());
    for constraint in model.constraints() {
        let kind = match constraint.relation {
            Relation::Exactly => 'E',
            Relation::AtMost => 'L',
        };
        let _ = writeln!(text, " {kind} {}", constraint.name);
    }
    // The constraints of each variable: MPS lists a program column by column.
    let mut uses: Vec<Vec<&str>> = vec![Vec::new(); model.rows() * model.columns()];
    for constraint in model.constraints() {
        for place in &constraint.places {
            uses[place.row * model.columns() + place.column].push(&constraint.name);
        }
    }
    let weight = match model.objective() {
        Objective::Any => 0,
        Objective::MostQueens => -1,
    };
    text.push_str("COLUMNS\n MARKER 'MARKER' 'INTORG'\n");
    for (place, names) in model.places().zip(&uses) {
        let variable = Model::variable(place);
        let _ = writeln!(text, " {variable} obj {weight}");
        for name in names {
            let _ = writeln!(text, " {variable} {name} 1");
        }
    }
    text.push_str(" MARKER 'MARKER' 'INTEND'\nRHS\n");
    for constraint in model.constraints() {
        let _ = writeln!(text, " rhs {} {}", constraint.name, constraint.bound);
    }
    text.push_str("BOUNDS\n");
    for place in model.places() {
        let _ = writeln!(text, " BV bound {}", Model::variable(place));
    }
    text.push_str("ENDATA\n");
    text
}
