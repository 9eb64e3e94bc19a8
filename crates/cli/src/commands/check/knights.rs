//! The paths of several knights.

use caracole::formats::{Format, ReadHint, json, json::CoverReading, recognise};
use caracole::{Problem, verify};

use crate::Exit;
use crate::args::CheckArgs;
use crate::failure::Failure;
use crate::input::Source;

use super::words;

/// The paths in a file of several knights; `None` if it holds none.
pub(crate) fn read(source: &Source, hint: &ReadHint) -> Result<Option<CoverReading>, Failure> {
    let format = match hint.format {
        Some(format) => Some(format),
        None => recognise(&source.head()?),
    };
    if format != Some(Format::Json) {
        return Ok(None);
    }
    let bytes = source.bytes()?;
    // Most files hold tours, and to parse them twice takes long.
    let field = b"\"paths\"";
    if !bytes.windows(field.len()).any(|word| word == field) {
        return Ok(None);
    }
    let Some(reading) = json::read_cover(&bytes) else {
        return Ok(None);
    };
    if hint.board.is_some() || hint.piece.is_some() {
        return Err(source.failure("several knights have their board and piece in the file"));
    }
    reading.map(Some).map_err(|error| source.failure(error))
}

/// Checks a file that holds the paths of several knights; `None` if it does not.
pub(super) fn check(
    source: &Source,
    hint: &ReadHint,
    args: &CheckArgs,
) -> Result<Option<Exit>, Failure> {
    let Some(reading) = read(source, hint)? else {
        return Ok(None);
    };
    let (asked, paths): (Problem, _) = (reading.problem.into(), &reading.paths);
    let problem = match asked.knights() {
        1 => args.rules.apply(asked)?,
        knights => {
            let starts = asked.knights_from().to_vec();
            args.rules.apply_to_several(asked, knights, &starts)?
        }
    };
    let output = args.report.open()?;
    let verdict = verify::check_cover(&problem, paths);
    let text = if args.report.is_json() {
        format!("{}\n", json::cover_verdict(&problem, &verdict))
    } else {
        words::of_several(&problem, &verdict, paths)
    };
    output.write(|out| Ok(out.write_all(text.as_bytes())?))?;
    Ok(Some(if verdict.is_valid() { Exit::Yes } else { Exit::No }))
}
