//! Writes the plots of `docs/ranking.md`.
//!
//! `cargo run --release -p article-ranking-plots -- [FOLDER]`
//!
//! FOLDER defaults to `docs/ranking`.

use std::error::Error;
use std::fs;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args_os().nth(1).map_or_else(|| "docs/ranking".into(), PathBuf::from);
    fs::create_dir_all(&folder)?;
    for plot in article_ranking_plots::draw(&article_ranking_plots::simulate()?) {
        let path = folder.join(plot.file);
        fs::write(&path, plot.svg)?;
        println!("{}", path.display());
    }
    Ok(())
}
