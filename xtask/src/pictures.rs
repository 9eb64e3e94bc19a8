//! The pictures of the guide, drawn from computed tours and checked proofs.

mod cases;
mod construction;
mod cycles;
mod frontier;
mod mixed;
mod reasons;
mod recordings;
mod sketch;
mod soft_methods;
mod tours;

use caracole_draw::{Style, Theme};

/// A picture and the name of its file.
#[derive(Debug)]
pub(crate) struct Picture {
    pub(crate) name: &'static str,
    pub(crate) svg: String,
}

/// Draws all pictures.
pub(crate) fn all() -> Result<Vec<Picture>, String> {
    let drawings = [
        ("join.svg", construction::join as fn() -> Result<String, String>),
        ("comb.svg", construction::closed),
        ("tree.svg", construction::tree),
        ("chain.svg", construction::chain),
        ("odd-board.svg", construction::odd),
        ("two-ends.svg", construction::two_ends),
        ("mixed.svg", mixed::mixed),
        ("braided.svg", mixed::braided),
        ("deficient.svg", reasons::deficient),
        ("cut.svg", reasons::cut),
        ("giraffe.svg", reasons::giraffe),
        ("ring.svg", reasons::ring),
        ("outer-ranks.svg", reasons::outer_ranks),
        ("colours.svg", reasons::colours),
        ("dead-ends.svg", reasons::dead_ends),
        ("shared.svg", reasons::shared),
        ("two-cases.svg", cases::two_cases),
        ("why.svg", reasons::cut_picture),
        ("why-deficient.svg", reasons::deficient_picture),
        ("sheet.svg", tours::puzzle),
        ("loops.svg", cycles::draw),
        ("seam.svg", frontier::draw),
        ("line.svg", || tours::styled("8x8", Style::Line, Theme::Light)),
        ("numbers.svg", || tours::styled("8x8", Style::Numbers, Theme::Light)),
        ("celtic.svg", || tours::styled("8x8", Style::Celtic, Theme::Dark)),
        ("heat.svg", || tours::styled("20x20", Style::Heat, Theme::Light)),
        ("torus.svg", || tours::closed("torus:6x6", Style::Line)),
        ("heart.svg", tours::heart),
        ("first.svg", || tours::open("8x8")),
        ("cylinder.svg", || tours::closed("cylinder:8x5", Style::Line)),
        ("box.svg", || tours::closed("box:4x4x4", Style::Numbers)),
        ("zebra.svg", tours::zebra),
        ("knights.svg", tours::knights),
        ("coaches.svg", tours::coaches),
        ("names.svg", tours::square_names),
        ("order.svg", tours::move_order),
        ("search-trees.svg", recordings::search_trees),
        ("rule.svg", recordings::rule),
        ("ties.svg", recordings::ties),
        ("forced.svg", cases::forced_moves),
        ("sweeps.svg", soft_methods::sweeps),
        ("switch.svg", soft_methods::switch),
        ("trails.svg", soft_methods::trails),
    ];
    drawings.into_iter().map(|(name, draw)| Ok(Picture { name, svg: draw()? })).collect()
}
