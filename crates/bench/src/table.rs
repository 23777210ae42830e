//! How are measurements shown? As a table for people and the same as JSON.

use serde_json::{Value, json};
use std::fmt;

pub struct Table {
    pub title: String,
    pub columns: Vec<&'static str>,
    pub rows: Vec<Vec<Cell>>,
    /// Lines below the table.
    pub remarks: Vec<String>,
}

pub enum Cell {
    Text(String),
    Number(f64),
    /// It could not be measured, or makes no sense in this row.
    Nothing,
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        Cell::Text(text.to_owned())
    }
}

impl From<f64> for Cell {
    fn from(number: f64) -> Cell {
        if number.is_finite() { Cell::Number(number) } else { Cell::Nothing }
    }
}

impl From<u64> for Cell {
    fn from(number: u64) -> Cell {
        Cell::Number(number as f64)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cell::Text(text) => f.pad(text),
            Cell::Nothing => f.pad("-"),
            // About three digits that mean something.
            Cell::Number(number) => {
                let decimals = match number.abs() {
                    _ if number.fract() == 0.0 => 0,
                    100.0.. => 0,
                    10.0.. => 1,
                    1.0.. => 2,
                    _ => 3,
                };
                f.pad(&format!("{number:.decimals$}"))
            }
        }
    }
}

impl Table {
    pub fn new(title: &str, columns: &[&'static str]) -> Table {
        Table {
            title: title.to_owned(),
            columns: columns.to_vec(),
            rows: Vec::new(),
            remarks: Vec::new(),
        }
    }

    /// A row, which is shown on the error stream as soon as it is there: some take a while.
    pub fn add(&mut self, row: Vec<Cell>) {
        debug_assert_eq!(row.len(), self.columns.len());
        eprintln!("  {} …", row[0]);
        self.rows.push(row);
    }

    pub fn to_json(&self) -> Value {
        let cell = |cell: &Cell| match cell {
            Cell::Text(text) => json!(text),
            Cell::Number(number) => json!(number),
            Cell::Nothing => Value::Null,
        };
        let row = |row: &Vec<Cell>| -> Value {
            let named = self.columns.iter().zip(row);
            Value::Object(named.map(|(name, value)| (name.to_string(), cell(value))).collect())
        };
        let rows: Vec<Value> = self.rows.iter().map(row).collect();
        json!({ "title": self.title, "rows": rows, "remarks": self.remarks })
    }

    fn width(&self, column: usize) -> usize {
        let cells = self.rows.iter().map(|row| row[column].to_string().chars().count());
        cells.chain([self.columns[column].chars().count()]).max().unwrap_or(0)
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let widths: Vec<usize> = (0..self.columns.len()).map(|column| self.width(column)).collect();
        writeln!(f, "{}", self.title)?;
        let mut line = |cells: Vec<&dyn fmt::Display>| {
            for (number, (cell, &width)) in cells.into_iter().zip(&widths).enumerate() {
                match number {
                    0 => write!(f, "  {cell:<width$}")?,
                    _ => write!(f, "  {cell:>width$}")?,
                }
            }
            writeln!(f)
        };
        line(self.columns.iter().map(|name| name as &dyn fmt::Display).collect())?;
        for row in &self.rows {
            line(row.iter().map(|cell| cell as &dyn fmt::Display).collect())?;
        }
        for remark in &self.remarks {
            writeln!(f, "  {remark}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned() {
        let mut table = Table::new("Title", &["name", "ms"]);
        table.add(vec!["lists".into(), 12.345.into()]);
        table.add(vec!["x".into(), f64::NAN.into()]);
        table.remarks.push("Remark.".to_owned());
        assert_eq!(
            table.to_string(),
            "Title\n  name     ms\n  lists  12.3\n  x         -\n  Remark.\n"
        );
    }
}
