//! Binary linear programs as values, and how Queens and n-queens become them.

use serde_json::Value;

use super::{LinearError, MAX_SIDE, Place};
use crate::board::{Board, CellSet, Region};

/// A board with regions that need not be square: every cell is in exactly one region, and no region is empty.
///
/// There may be any number of regions. A solution can exist only where [`counts_agree`](Self::counts_agree).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegionMap {
    rows: usize,
    columns: usize,
    /// Names as given, each with its cells.
    regions: Vec<(String, Vec<Place>)>,
}

impl RegionMap {
    /// Builds a map from the cells of each region, by name.
    ///
    /// # Errors
    /// If a side is outside 1 to [`MAX_SIDE`], a region is empty, two names look alike in files, or some cell is outside, listed
    /// twice or in no region.
    pub fn new(rows: usize, columns: usize, regions: Vec<(String, Vec<Place>)>) -> Result<Self, LinearError> {
        check_sides(rows as u64, columns as u64)?;
        let mut owner: Vec<Option<&str>> = vec![None; rows * columns];
        for (i, (name, places)) in regions.iter().enumerate() {
            if places.is_empty() {
                return Err(LinearError::EmptyRegion { region: name.clone() });
            }
            if let Some((other, _)) = regions[..i].iter().find(|(other, _)| plain(other) == plain(name)) {
                return Err(LinearError::NameClash { first: other.clone(), second: name.clone(), name: plain(name) });
            }
            for &place in places {
                if place.row >= rows || place.column >= columns {
                    let (row, column) = (place.row as u64 + 1, place.column as u64 + 1);
                    return Err(LinearError::CellOutside { region: name.clone(), row, column });
                }
                if let Some(first) = owner[place.row * columns + place.column].replace(name) {
                    return Err(LinearError::CellTwice { place, first: first.into(), second: name.clone() });
                }
            }
        }
        if let Some(free) = owner.iter().position(Option::is_none) {
            return Err(LinearError::CellMissing { place: Place::new(free / columns, free % columns) });
        }
        Ok(Self { rows, columns, regions })
    }

    /// Reads `{"rows": 7, "columns": 7, "regions": {"purple": [[1,1], …], …}}`, rows and columns counted from 1.
    ///
    /// # Errors
    /// [`LinearError::BadJson`], or any of [`new`](Self::new).
    pub fn from_json(text: &str) -> Result<Self, LinearError> {
        let bad = |detail: String| LinearError::BadJson { detail };
        let value: Value = serde_json::from_str(text).map_err(|error| bad(error.to_string()))?;
        let side = |key: &str| {
            let number = value.get(key).and_then(Value::as_u64);
            number.ok_or_else(|| bad(format!("\"{key}\" is not a whole number from 1")))
        };
        let (rows, columns) = (side("rows")?, side("columns")?);
        check_sides(rows, columns)?;
        let regions = value.get("regions").and_then(Value::as_object);
        let regions = regions.ok_or_else(|| bad("\"regions\" is not an object".into()))?;
        let place = |region: &str, pair: &Value| {
            let numbers = pair.as_array().map(|pair| pair.iter().map(Value::as_u64).collect::<Vec<_>>());
            match numbers.as_deref() {
                Some(&[Some(row), Some(column)]) if (1..=rows).contains(&row) && (1..=columns).contains(&column) => {
                    Ok(Place::new(row as usize - 1, column as usize - 1))
                }
                Some(&[Some(row), Some(column)]) => {
                    Err(LinearError::CellOutside { region: region.into(), row, column })
                }
                _ => Err(bad(format!("region {region} has a cell that is not a pair of whole numbers"))),
            }
        };
        let region = |(name, cells): (&String, &Value)| {
            let cells = cells.as_array().ok_or_else(|| bad(format!("region {name} is not a list of cells")))?;
            Ok((name.clone(), cells.iter().map(|pair| place(name, pair)).collect::<Result<_, _>>()?))
        };
        Self::new(rows as usize, columns as usize, regions.iter().map(region).collect::<Result<_, _>>()?)
    }

    /// The map of a board, its regions named by the given function; by their letters where two of those names would look alike in files.
    pub fn of_board(board: &Board, name: impl Fn(Region) -> String) -> Self {
        let mut names: Vec<String> = board.regions().map(name).collect();
        let alike = (1..names.len()).any(|i| names[..i].iter().any(|other| plain(other) == plain(&names[i])));
        if alike {
            names = board.regions().map(|region| region.to_string()).collect();
        }
        let mut regions: Vec<(String, Vec<Place>)> = names.into_iter().map(|name| (name, Vec::new())).collect();
        for cell in board.cells() {
            regions[board.region(cell).index()].1.push(Place::new(cell.row(), cell.column()));
        }
        Self { rows: board.size(), columns: board.size(), regions }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Each region's name and cells, in the order given.
    pub fn regions(&self) -> &[(String, Vec<Place>)] {
        &self.regions
    }

    /// Whether there are as many regions as rows and as columns. Otherwise no solution exists, since each of them holds exactly
    /// one queen.
    pub fn counts_agree(&self) -> bool {
        self.rows == self.columns && self.rows == self.regions.len()
    }
}

/// What is sought among all assignments that meet the constraints.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Objective {
    /// Any of them: the objective is the constant 0.
    Any,
    /// One with as many queens as possible.
    MostQueens,
}

/// How a sum of variables goes with its bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// Equal to it.
    Exactly,
    /// Less or equal.
    AtMost,
}

/// A linear constraint: the number of queens on some cells, compared with a bound. Every coefficient is 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Constraint {
    /// The name in files: ASCII letters, digits and underscores.
    pub name: String,
    /// The cells whose variables are added up.
    pub places: Vec<Place>,
    /// How the sum goes with the bound.
    pub relation: Relation,
    /// The bound.
    pub bound: usize,
}

/// A binary linear program with one variable a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Model {
    name: String,
    rows: usize,
    columns: usize,
    objective: Objective,
    constraints: Vec<Constraint>,
}

impl Model {
    /// Queens: one queen a row, a column and a region, and for each two diagonally touching cells at most one.
    pub fn queens(map: &RegionMap) -> Self {
        let (rows, columns) = (map.rows, map.columns);
        let mut model = Self::new("queens", rows, columns, Objective::Any);
        model.lines(Relation::Exactly);
        for (name, places) in &map.regions {
            model.add(format!("region_{}", plain(name)), places.clone(), Relation::Exactly, 1);
        }
        for row in 1..rows {
            for column in 0..columns {
                let upper = Place::new(row - 1, column);
                let left = column.checked_sub(1);
                let right = Some(column + 1).filter(|&right| right < columns);
                for lower in left.into_iter().chain(right).map(|column| Place::new(row, column)) {
                    let [a, b] = [upper, lower].map(index);
                    model.add(format!("diagonal_{a}_{b}"), vec![upper, lower], Relation::AtMost, 1);
                }
            }
        }
        model
    }

    /// n-queens: as many queens as possible, at most one a row, a column and a diagonal of either kind.
    ///
    /// Diagonals of one cell constrain nothing and are left out. A diagonal is named after its uppermost cell.
    ///
    /// # Errors
    /// [`LinearError::SizeOutOfRange`] if a side is outside 1 to [`MAX_SIDE`].
    pub fn nqueens(rows: usize, columns: usize) -> Result<Self, LinearError> {
        check_sides(rows as u64, columns as u64)?;
        let mut model = Self::new("nqueens", rows, columns, Objective::MostQueens);
        model.lines(Relation::AtMost);
        let upper = (0..columns).map(|column| Place::new(0, column));
        let left = (1..rows).map(|row| Place::new(row, 0));
        let right = (1..rows).map(|row| Place::new(row, columns - 1));
        for start in upper.clone().chain(left) {
            let steps = (rows - start.row).min(columns - start.column);
            let places = (0..steps).map(|step| Place::new(start.row + step, start.column + step)).collect();
            model.diagonal("diagonal", start, places);
        }
        for start in upper.chain(right) {
            let steps = (rows - start.row).min(start.column + 1);
            let places = (0..steps).map(|step| Place::new(start.row + step, start.column - step)).collect();
            model.diagonal("antidiagonal", start, places);
        }
        Ok(model)
    }

    fn new(kind: &str, rows: usize, columns: usize, objective: Objective) -> Self {
        Self { name: format!("{kind}_{rows}_{columns}"), rows, columns, objective, constraints: Vec::new() }
    }

    fn add(&mut self, name: String, places: Vec<Place>, relation: Relation, bound: usize) {
        self.constraints.push(Constraint { name, places, relation, bound });
    }

    /// One queen, or at most one, a row and a column.
    fn lines(&mut self, relation: Relation) {
        for row in 0..self.rows {
            let places = (0..self.columns).map(|column| Place::new(row, column)).collect();
            self.add(format!("row_{}", row + 1), places, relation, 1);
        }
        for column in 0..self.columns {
            let places = (0..self.rows).map(|row| Place::new(row, column)).collect();
            self.add(format!("column_{}", column + 1), places, relation, 1);
        }
    }

    fn diagonal(&mut self, kind: &str, start: Place, places: Vec<Place>) {
        if places.len() > 1 {
            self.add(format!("{kind}_{}", index(start)), places, Relation::AtMost, 1);
        }
    }

    /// Demands a queen on each of the cells.
    ///
    /// # Errors
    /// [`LinearError::PlaceOutside`] if one lies beyond the last row or column; the program stays as it was.
    pub fn demand(&mut self, given: &CellSet) -> Result<(), LinearError> {
        let places: Vec<Place> = given.iter().map(|cell| Place::new(cell.row(), cell.column())).collect();
        if let Some(&place) = places.iter().find(|place| !self.has(place)) {
            return Err(LinearError::PlaceOutside { place });
        }
        for place in places {
            self.add(format!("given_{}", index(place)), vec![place], Relation::Exactly, 1);
        }
        Ok(())
    }

    /// Whether the cell has a variable.
    fn has(&self, place: &Place) -> bool {
        place.row < self.rows && place.column < self.columns
    }

    /// Forbids exactly this set of queens, and any larger one, so that solving again finds another. No answer has a queen outside
    /// the board, so a set with one is forbidden already.
    pub fn exclude(&mut self, queens: &[Place]) {
        if !queens.iter().all(|place| self.has(place)) {
            return;
        }
        let number = self.constraints.iter().filter(|constraint| constraint.name.starts_with("other_")).count();
        let bound = queens.len().saturating_sub(1);
        self.add(format!("other_{}", number + 1), queens.to_vec(), Relation::AtMost, bound);
    }

    /// What the program is called in files.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of rows of the board.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns of the board.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// What is sought.
    pub fn objective(&self) -> Objective {
        self.objective
    }

    /// The constraints in the order in which files list them.
    pub fn constraints(&self) -> &[Constraint] {
        &self.constraints
    }

    /// The cells in reading order, each with a variable of its own.
    pub fn places(&self) -> impl Iterator<Item = Place> + use<> {
        let columns = self.columns;
        (0..self.rows).flat_map(move |row| (0..columns).map(move |column| Place::new(row, column)))
    }

    /// The name of a cell's variable: `x_3_5`, row and column counted from 1.
    pub fn variable(place: Place) -> String {
        format!("x_{}", index(place))
    }

    /// A number of queens that no answer exceeds: the sum of the rows' bounds or that of the columns', whichever is smaller, since
    /// every cell lies in one row and in one column. Queens that meet the program and are as many are an optimum.
    pub fn upper_bound(&self) -> usize {
        self.rows.min(self.columns)
    }

    /// The first constraint that queens on these cells break; none if they meet the program.
    pub fn broken(&self, queens: &[Place]) -> Option<&Constraint> {
        self.constraints.iter().find(|constraint| {
            let sum = constraint.places.iter().filter(|place| queens.contains(place)).count();
            match constraint.relation {
                Relation::Exactly => sum != constraint.bound,
                Relation::AtMost => sum > constraint.bound,
            }
        })
    }
}

/// Row and column as names have them: `3_5`, counted from 1.
fn index(place: Place) -> String {
    format!("{}_{}", place.row + 1, place.column + 1)
}

/// A name with only signs that every format of linear programs allows.
fn plain(name: &str) -> String {
    // Names in files hold at most 255 signs.
    name.chars().take(200).map(|sign| if sign.is_ascii_alphanumeric() { sign } else { '_' }).collect()
}

fn check_sides(rows: u64, columns: u64) -> Result<(), LinearError> {
    let fits = |side: u64| (1..=MAX_SIDE as u64).contains(&side);
    if fits(rows) && fits(columns) { Ok(()) } else { Err(LinearError::SizeOutOfRange { rows, columns }) }
}
