//! The verbs that ask for all tours of a problem at once.

use std::ops::ControlFlow;

use caracole_core::{Square, Tour};
use caracole_count::{
    Count, CountError, Direction, Job, Question, Tables, by_start, classes, count, list,
};

use super::Problem;
use crate::random_tours;

impl Problem {
    /// The tours of this problem, and what counts as one by custom: closed tours and tours whose ends
    /// are not a move apart have no direction, any tours have one. [`Question::counting`] changes it.
    ///
    /// ```
    /// use caracole::{Direction, Problem};
    ///
    /// let question = Problem::new("8x8".parse()?).closed().question();
    /// assert_eq!(question.convention(), "undirected closed tours");
    /// let question = question.counting(Direction::Directed);
    /// assert_eq!(question.convention(), "directed closed tours");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn question(&self) -> Question {
        Question::new(self.0.clone())
    }

    /// How many tours there are, exactly, on all cores and without limits. For limits, files and the
    /// other way of counting see [`count`](count()).
    ///
    /// ```
    /// use caracole::Problem;
    ///
    /// assert_eq!(Problem::new("5x5".parse()?).count()?.to_string(), "1728");
    /// assert_eq!(Problem::new("6x6".parse()?).closed().count()?.to_string(), "9862");
    /// assert!(Problem::new("4x4".parse()?).count()?.is_zero());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn count(&self) -> Result<Count, CountError> {
        count(&self.question(), &Job::new())
    }

    /// How many tours start on each square, walked in the direction they have from there. Of closed
    /// tours, which start anywhere, each square has all. For limits see [`by_start`](by_start()).
    ///
    /// ```
    /// use caracole::Problem;
    ///
    /// let problem = Problem::new("5x5".parse()?);
    /// let starts = problem.by_start()?;
    /// assert_eq!((starts.len(), starts[0].1.to_string()), (25, "304".to_owned()));
    /// assert_eq!(starts.into_iter().map(|(_, count)| count).sum::<caracole::Count>(), problem.count()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn by_start(&self) -> Result<Vec<(Square, Count)>, CountError> {
        by_start(&self.question().counting(Direction::Directed), &Job::new())
    }

    /// How many tours there are if those that a symmetry of the board turns into each other are one.
    /// For limits see [`classes`](classes()).
    ///
    /// ```
    /// use caracole::Problem;
    ///
    /// assert_eq!(Problem::new("6x6".parse()?).closed().classes()?.to_string(), "1245");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn classes(&self) -> Result<Count, CountError> {
        classes(&self.question(), &Job::new())
    }

    /// Hands over every tour, one after the other, always in the same order, until told to stop; says
    /// how many there were. For limits see [`list`](list()).
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use caracole::Problem;
    ///
    /// let problem = Problem::new("5x5".parse()?);
    /// let tours = problem.list(|tour| {
    ///     println!("{}", tour.names());
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(problem.count()?, tours.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn list(&self, mut each: impl FnMut(Tour) -> ControlFlow<()>) -> Result<u64, CountError> {
        list(&self.question(), &Job::new(), &mut each)
    }

    /// The tables in which every tour has a number, kept in memory: to draw from, to number tours and
    /// to find the tour of a number. For limits, and for tables that stay, see [`Tables::new`].
    ///
    /// ```
    /// use caracole::{Count, Problem};
    ///
    /// let tables = Problem::new("6x6".parse()?).closed().tables()?;
    /// let last = Count::from(9861_u64);
    /// let tour = tables.unrank(&last)?.ok_or("numbers run from 0 to 9861")?;
    /// assert_eq!(tables.rank(&tour)?, last);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn tables(&self) -> Result<Tables, CountError> {
        Tables::new(&self.question(), None, &Job::new())
    }

    /// So many tours, each drawn from all tours with the same chance; none if there are none. The same
    /// seed draws the same. Tables are made for it and thrown away: see [`Problem::tables`] to keep
    /// them.
    ///
    /// ```
    /// use caracole::Problem;
    ///
    /// let problem = Problem::new("6x6".parse()?).closed();
    /// assert_eq!(problem.sample(3, 7)?, problem.sample(3, 7)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sample(&self, tours: usize, seed: u64) -> Result<Vec<Tour>, CountError> {
        random_tours(&self.tables()?, seed).take(tours).collect()
    }
}
