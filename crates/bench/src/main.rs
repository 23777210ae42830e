//! How fast is it? Everything is measured in one run on the machine at hand, and set against the
//! BEAM where that makes sense. Nothing here fails because it is slow.
//!
//! - [`loading`]: modules, cold and from the cache; the external format
//! - [`programs`]: the interpreter
//! - [`search`]: the exploration and its solver
//! - [`cases`]: time to the first crash, and to coverage by strategy
//! - [`jobs`]: two cores against one
//! - [`analysis`]: what is shown without running anything
//! - [`explorer`]: how a function is explored here
//! - [`beam_clock`], [`timing`]: how time is taken; [`table`]: how it is shown

mod analysis;
mod beam_clock;
mod cases;
mod explorer;
mod jobs;
mod loading;
mod programs;
mod search;
mod table;
mod timing;

use anyhow::Result;
use clap::{Parser, ValueEnum};
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};
use table::Table;

#[derive(Parser)]
#[command(name = "bench", about = "Measures Ermine, against the BEAM where that makes sense")]
struct Arguments {
    /// What to measure; everything if left out
    #[arg(value_enum)]
    areas: Vec<Area>,
    /// Only programs and subjects whose name contains this
    #[arg(long, default_value = "")]
    only: String,
    /// Where to write the same as JSON
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Area {
    Loading,
    Programs,
    Search,
    Cases,
    Strategies,
    Jobs,
    Analysis,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let mut areas = Map::new();
    for area in Area::value_variants() {
        if !arguments.areas.is_empty() && !arguments.areas.contains(area) {
            continue;
        }
        let tables = match area {
            Area::Loading => loading::tables()?,
            Area::Programs => vec![programs::table(&arguments.only)?],
            Area::Search => vec![search::table(&arguments.only)?],
            Area::Cases => vec![cases::first_crashes(&arguments.only)?],
            Area::Strategies => vec![cases::strategies(&arguments.only)?],
            Area::Jobs => vec![jobs::table(&arguments.only)?],
            Area::Analysis => vec![analysis::table(&arguments.only)?],
        };
        for table in &tables {
            println!("{table}");
        }
        let name = area.to_possible_value().expect("no area is hidden").get_name().to_owned();
        areas.insert(name, tables.iter().map(Table::to_json).collect());
    }
    let file = arguments.output.unwrap_or_else(usual_output);
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::write(file, serde_json::to_vec_pretty(&Value::Object(areas))?)?;
    Ok(())
}

/// `bench.json` in the folder where everything else is built.
fn usual_output() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    target.unwrap_or_else(|| own_folder().join("../../target")).join("bench.json")
}

/// Where the programs are.
fn own_folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}
