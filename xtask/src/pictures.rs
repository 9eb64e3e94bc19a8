//! The pictures of the guide. Each is drawn from a tour that the program builds, or from a proof that
//! its checker accepts.

mod chain;
mod comb;
mod ends;
mod forced;
mod join;
mod lonely;
mod looks;
mod loops;
mod moments;
mod names;
mod reasons;
mod retreats;
mod seam;
mod sheet;
mod sketch;
mod soft;
mod tours;
mod tree;
mod two_cases;
mod why;

/// A picture and the name of its file.
#[derive(Debug)]
pub(crate) struct Picture {
    pub(crate) name: &'static str,
    pub(crate) svg: String,
}

/// All pictures, drawn anew.
pub(crate) fn all() -> Result<Vec<Picture>, String> {
    let drawings = [
        ("join.svg", join::draw as fn() -> Result<String, String>),
        ("comb.svg", comb::closed),
        ("tree.svg", tree::draw),
        ("chain.svg", chain::draw),
        ("odd-board.svg", comb::odd),
        ("two-ends.svg", comb::two_ends),
        ("mixed.svg", looks::mixed),
        ("braided.svg", looks::braided),
        ("starved.svg", reasons::starved),
        ("cut.svg", reasons::cut),
        ("giraffe.svg", reasons::giraffe),
        ("ring.svg", reasons::ring),
        ("outer-ranks.svg", reasons::outer_ranks),
        ("colours.svg", ends::colours),
        ("dead-ends.svg", ends::dead_ends),
        ("shared.svg", ends::shared),
        ("two-cases.svg", two_cases::draw),
        ("why.svg", why::cut),
        ("why-starved.svg", why::starved),
        ("sheet.svg", sheet::draw),
        ("loops.svg", loops::draw),
        ("seam.svg", seam::draw),
        ("line.svg", tours::line),
        ("numbers.svg", tours::numbers),
        ("celtic.svg", tours::celtic),
        ("heat.svg", tours::heat),
        ("torus.svg", tours::torus),
        ("heart.svg", tours::heart),
        ("first.svg", tours::first),
        ("cylinder.svg", tours::cylinder),
        ("box.svg", tours::cube),
        ("zebra.svg", tours::zebra),
        ("knights.svg", tours::knights),
        ("coaches.svg", tours::coaches),
        ("names.svg", names::squares),
        ("order.svg", names::order),
        ("retreats.svg", retreats::draw),
        ("rule.svg", lonely::rule),
        ("ties.svg", lonely::ties),
        ("forced.svg", forced::draw),
        ("sweeps.svg", soft::sweeps),
        ("switch.svg", soft::switch),
        ("trails.svg", soft::trails),
    ];
    drawings.into_iter().map(|(name, draw)| Ok(Picture { name, svg: draw()? })).collect()
}
