//! Counts the loops of a spec: sweeps both sides, decides the seam, joins.
//!
//! A layer that is finished stays in the folder of the store, if it has one, until it is not needed any
//! more; so a count that was stopped goes on with the last layer that is there.

use std::sync::Arc;

use num_bigint::BigUint;

use crate::layer::Layer;
use crate::plan::{Plan, Second};
use crate::seam::join_layers;
use crate::skeleton::Skeleton;
use crate::spec::Spec;
use crate::step::Step;
use crate::store::{Identity, Keeping, Store, Sweep};
use crate::sweep::Advance;
use crate::tell::{Teller, tell_join};
use crate::{Count, CountError, Job};

/// A count in the making.
pub(crate) struct Engine<'a> {
    pub(crate) plan: Plan,
    fingerprint: u64,
    store: &'a Store,
    job: &'a Job<'a>,
}

/// What is there when the sides are swept.
pub(crate) struct Swept {
    /// Layers by the number of steps; of all, or of those that are needed.
    pub(crate) main: Vec<Option<Arc<Layer>>>,
    pub(crate) second: Vec<Option<Arc<Layer>>>,
    pub(crate) seam: Vec<Option<Arc<Layer>>>,
}

/// The number of loops.
pub(crate) fn count_loops(spec: &Spec, store: &Store, job: &Job<'_>) -> Result<Count, CountError> {
    let engine = Engine::new(spec, store, job)?;
    if let Some(known) = store.find_count(engine.fingerprint)? {
        return Ok(known);
    }
    let swept = engine.sweep()?;
    let (count, _) = engine.join(&swept)?;
    let count = Count::from(count);
    store.keep_count(engine.fingerprint, &count)?;
    engine.forget_all();
    Ok(count)
}

impl<'a> Engine<'a> {
    pub(crate) fn new(spec: &Spec, store: &'a Store, job: &'a Job<'a>) -> Result<Self, CountError> {
        let plan = Plan::new(spec)?;
        let fingerprint = plan.fingerprint(spec);
        Ok(Self { plan, fingerprint, store, job })
    }

    pub(crate) const fn identity(&self, sweep: Sweep, step: usize) -> Identity {
        Identity { plan: self.fingerprint, sweep, step }
    }

    /// Sweeps both sides and the seam.
    pub(crate) fn sweep(&self) -> Result<Swept, CountError> {
        let plan = &self.plan;
        if let Some(swept) = self.swept_before()? {
            return Ok(swept);
        }
        let Skeleton { main, second, inner } = Skeleton::new(plan, self.job)?;
        let teller = Teller::new(self.job, [&second[..], &main[..], &inner[..]]);
        let start = || Arc::new(Layer::first(self.store));
        let (second_layers, mirrored) = match &plan.second {
            Second::Swept(side) => {
                let course = Course {
                    sweep: Sweep::Second,
                    steps: &side.steps,
                    needed: &[side.steps.len()],
                };
                (self.run(&course, second, start(), &teller)?, plan.first)
            }
            Second::Mirrored { steps, .. } => (Vec::new(), *steps),
        };
        let needed = [plan.first, mirrored];
        let course = Course { sweep: Sweep::Main, steps: &plan.main.steps, needed: &needed };
        let main_layers = self.run(&course, main, start(), &teller)?;
        let Some(first) = main_layers[plan.first].clone() else {
            return Err(CountError::Unanswerable("the first side was lost".into()));
        };
        let course = Course {
            sweep: Sweep::Seam,
            steps: &plan.inner.steps,
            needed: &[plan.inner.steps.len()],
        };
        let seam = self.run(&course, inner, first, &teller)?;
        Ok(Swept { main: main_layers, second: second_layers, seam })
    }

    /// What is needed for tables, if all of it was swept before.
    fn swept_before(&self) -> Result<Option<Swept>, CountError> {
        if self.store.keeping() != Keeping::All {
            return Ok(None);
        }
        let all = |sweep, steps| {
            let course = Course { sweep, steps, needed: &[] };
            self.found(&course, &|_| true)
                .map(|layers| (layers.len() > steps.len()).then_some(layers))
        };
        let second = match &self.plan.second {
            Second::Swept(side) => all(Sweep::Second, &side.steps)?,
            Second::Mirrored { .. } => Some(Vec::new()),
        };
        let main = all(Sweep::Main, &self.plan.main.steps)?;
        let seam = all(Sweep::Seam, &self.plan.inner.steps)?;
        let (Some(mut second), Some(mut main), Some(mut seam)) = (second, main, seam) else {
            return Ok(None);
        };
        main[0] = Some(Arc::new(Layer::first(self.store)));
        if let Some(first) = second.first_mut() {
            first.clone_from(&main[0]);
        }
        seam[0].clone_from(&main[self.plan.first]);
        Ok(Some(Swept { main, second, seam }))
    }

    /// One sweep, from the last layer that is there.
    fn run(
        &self,
        course: &Course<'_>,
        classes: Vec<Vec<u64>>,
        start: Arc<Layer>,
        teller: &Teller<'_>,
    ) -> Result<Vec<Option<Arc<Layer>>>, CountError> {
        let all = self.store.keeping() == Keeping::All;
        let is_needed = |step: usize| all || course.needed.contains(&step);
        let mut layers = self.found(course, &is_needed)?;
        if layers.is_empty() {
            layers.push(Some(start));
        } else if is_needed(0) {
            layers[0] = Some(start);
        }
        for (step, targets) in classes.into_iter().enumerate().skip(1) {
            if step < layers.len() {
                teller.skip(&targets);
                continue;
            }
            let Some(before) = layers[step - 1].clone() else { continue };
            teller.begin();
            let identity = self.identity(course.sweep, step);
            let tray = self.store.begin(identity)?;
            if !is_needed(step - 1) {
                layers[step - 1] = None;
            }
            let (layer, step_before) = (&*before, &course.steps[step - 1]);
            let (targets, job) = (&targets[..], self.job);
            let after = Advance { layer, step: step_before, targets, job, teller }.run(tray)?;
            teller.finished(&after);
            layers.push(Some(Arc::new(after)));
            if !is_needed(step - 1) {
                self.store.forget(&self.identity(course.sweep, step - 1));
            }
        }
        Ok(layers)
    }

    /// The layers that are there already, from the start to the last from which it can go on.
    fn found(
        &self,
        course: &Course<'_>,
        is_needed: &dyn Fn(usize) -> bool,
    ) -> Result<Vec<Option<Arc<Layer>>>, CountError> {
        if course.steps.is_empty() || self.store.folder().is_none() {
            return Ok(Vec::new());
        }
        for last in (1..=course.steps.len()).rev() {
            let mut layers = vec![None; last + 1];
            let needed = (1..=last).rev().filter(|&step| step == last || is_needed(step));
            let mut whole = true;
            for step in needed {
                let open = course.steps[step - 1].open;
                let layer = self.store.find(&self.identity(course.sweep, step), open)?;
                layers[step] = layer.map(Arc::new);
                whole &= layers[step].is_some();
                if !whole {
                    break;
                }
            }
            if whole {
                return Ok(layers);
            }
        }
        Ok(Vec::new())
    }

    /// Joins the sides: the number of loops, and in tables the share of each class.
    pub(crate) fn join(&self, swept: &Swept) -> Result<(BigUint, Option<Layer>), CountError> {
        let second = match &self.plan.second {
            Second::Swept(_) => swept.second.last(),
            Second::Mirrored { steps, .. } => swept.main.get(*steps),
        };
        let (Some(Some(first)), Some(Some(second))) = (swept.seam.last(), second) else {
            return Err(CountError::Unanswerable("a side was lost".into()));
        };
        let identity = self.identity(Sweep::Loops, 0);
        let tray = match self.store.keeping() {
            Keeping::All => Some(self.store.begin(identity)?),
            _ => None,
        };
        let tell = |done| tell_join(self.job, self.plan.steps(), done);
        join_layers(&self.plan, [first, second], tray, self.job, &tell)
    }

    /// The count is known: no layer is needed any more.
    fn forget_all(&self) {
        if self.store.keeping() != Keeping::Last {
            return;
        }
        let second = match &self.plan.second {
            Second::Swept(side) => side.steps.len(),
            Second::Mirrored { .. } => 0,
        };
        let sweeps = [
            (Sweep::Main, self.plan.main.steps.len()),
            (Sweep::Second, second),
            (Sweep::Seam, self.plan.inner.steps.len()),
        ];
        for (sweep, steps) in sweeps {
            (1..=steps).for_each(|step| self.store.forget(&self.identity(sweep, step)));
        }
    }
}

/// A sweep and what is needed of it.
struct Course<'a> {
    sweep: Sweep,
    steps: &'a [Step],
    /// After so many steps layers are needed later.
    needed: &'a [usize],
}
