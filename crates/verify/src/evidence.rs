//! Certificates that were checked.

use std::fmt;

use caracole_core::{Certificate, Problem, Reason};

use crate::{Checked, ProgressFn, ProofError, UncheckedCause, check_proof};

/// A certificate that the checker accepted: the problem has no tour.
///
/// Only [`Evidence::check`] constructs it.
///
/// ```
/// use caracole_core::{Certificate, Problem, Reason};
/// use caracole_verify::{Checked, Evidence, no_progress};
///
/// let problem = Problem::new("7x7".parse()?).closed();
/// let certificate = Certificate::new(problem, Reason::Colours { counts: [25, 24] });
/// let Evidence::Checked(proof) = Evidence::check(certificate.clone(), &no_progress)? else {
///     return Err("not checked".into());
/// };
/// assert_eq!(proof.checked(), Checked::Proved { cases: 1 });
/// assert_eq!(proof.certificate(), &certificate);
/// assert_eq!(proof.into_certificate(), certificate);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    certificate: Box<Certificate>,
    checked: Checked,
}

impl Proof {
    /// Returns the certificate.
    pub const fn certificate(&self) -> &Certificate {
        &self.certificate
    }

    /// Returns the certificate without the guarantee.
    pub fn into_certificate(self) -> Certificate {
        *self.certificate
    }

    /// Returns how it was checked: step by step, or by the conditions of a theorem.
    pub const fn checked(&self) -> Checked {
        self.checked
    }
}

/// A certificate that the checker neither accepted nor rejected.
///
/// ```
/// use caracole_core::{Certificate, Problem, Reason};
/// use caracole_verify::{Evidence, UncheckedCause, no_progress};
///
/// let reason = Reason::Exhausted { method: "backtracking", steps: 1_000_000 };
/// let certificate = Certificate::new(Problem::new("4x4".parse()?), reason);
/// let Evidence::Unchecked(claim) = Evidence::check(certificate.clone(), &no_progress)? else {
///     return Err("a search cannot be checked".into());
/// };
/// assert_eq!((claim.certificate(), claim.cause()), (&certificate, UncheckedCause::Search));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UncheckedCertificate {
    certificate: Box<Certificate>,
    cause: UncheckedCause,
}

impl UncheckedCertificate {
    /// The certificate.
    pub const fn certificate(&self) -> &Certificate {
        &self.certificate
    }

    /// Returns why it was not checked.
    pub const fn cause(&self) -> UncheckedCause {
        self.cause
    }
}

/// The evidence that a problem has no tour: a certificate that the checker does not reject. Only [`Evidence::check`]
/// constructs it.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use caracole_core::{Certificate, Problem, Reason};
/// use caracole_verify::{Checked, Evidence, UncheckedCause, no_progress};
///
/// let problem = Problem::new("3x3".parse()?);
/// let square = problem.board().parse_square("b2")?;
/// let certificate = Certificate::new(problem, Reason::NoMove { square });
/// let proof = Evidence::check(certificate.clone(), &no_progress)?;
/// assert!(proof.is_checked());
/// assert_eq!((proof.problem(), proof.reason().name()), (certificate.problem(), "no-move"));
///
/// let claim = Evidence::check(certificate.clone(), &|_| ControlFlow::Break(()))?;
/// assert_eq!(claim.checked(), Checked::NotChecked(UncheckedCause::Stopped));
/// assert_eq!(claim.certificate(), &certificate);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// The checker accepted the reason.
    Checked(Proof),
    /// The reason is a claim: it cannot be checked, or a limit ended the check.
    Unchecked(UncheckedCertificate),
}

impl Evidence {
    /// Checks a certificate step by step.
    ///
    /// The check of a proof by cases takes about as long as the search that found it. `progress` is called with
    /// the number of checked lines, first with 0, and can stop the check; the certificate then stays unchecked.
    ///
    /// ```
    /// use caracole_core::{Certificate, Problem, Reason};
    /// use caracole_verify::{Evidence, no_progress};
    ///
    /// let problem = Problem::new("8x8".parse()?).closed();
    /// let certificate = Certificate::new(problem, Reason::Colours { counts: [33, 31] });
    /// let error = Evidence::check(certificate, &no_progress).expect_err("32 of each colour");
    /// assert_eq!(error.to_string(), "the board has 32 squares of a1's colour and 32 of the other");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A certificate whose reason does not hold is returned with the first step that fails.
    pub fn check(
        certificate: Certificate,
        progress: ProgressFn<'_>,
    ) -> Result<Self, Box<InvalidCertificate>> {
        let unchecked = |certificate, cause| {
            let certificate = Box::new(certificate);
            Ok(Self::Unchecked(UncheckedCertificate { certificate, cause }))
        };
        if progress(0).is_break() {
            return unchecked(certificate, UncheckedCause::Stopped);
        }
        match check_proof(certificate.problem(), certificate.reason(), progress) {
            Ok(Checked::NotChecked(cause)) => unchecked(certificate, cause),
            Ok(checked) => Ok(Self::Checked(Proof { certificate: Box::new(certificate), checked })),
            Err(error) => Err(Box::new(InvalidCertificate { certificate, error })),
        }
    }

    /// Returns the certificate, checked or not.
    pub const fn certificate(&self) -> &Certificate {
        match self {
            Self::Checked(proof) => proof.certificate(),
            Self::Unchecked(claim) => claim.certificate(),
        }
    }

    /// Returns true if the checker accepted the certificate.
    pub const fn is_checked(&self) -> bool {
        matches!(self, Self::Checked(_))
    }

    /// Returns what was checked, or why nothing was.
    pub const fn checked(&self) -> Checked {
        match self {
            Self::Checked(proof) => proof.checked(),
            Self::Unchecked(claim) => Checked::NotChecked(claim.cause()),
        }
    }

    /// Returns the problem that has no tour.
    pub const fn problem(&self) -> &Problem {
        self.certificate().problem()
    }

    /// Returns the reason.
    pub const fn reason(&self) -> &Reason {
        self.certificate().reason()
    }
}

/// A certificate whose reason does not hold, with its first error.
///
/// ```
/// use caracole_core::{Certificate, Problem, Reason};
/// use caracole_verify::{Evidence, no_progress};
///
/// let problem = Problem::new("8x8".parse()?);
/// let square = problem.board().parse_square("a1")?;
/// let certificate = Certificate::new(problem, Reason::NoMove { square });
/// let rejected = Evidence::check(certificate.clone(), &no_progress).expect_err("a1 has two moves");
/// assert_eq!(rejected.error.name(), "other-moves");
/// assert_eq!(rejected.certificate, certificate);
/// assert_eq!(rejected.to_string(), "a1 has 2 moves, not 0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidCertificate {
    /// The certificate.
    pub certificate: Certificate,
    /// The first error.
    pub error: ProofError,
}

impl fmt::Display for InvalidCertificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.error.text(self.certificate.problem().board()))
    }
}

impl std::error::Error for InvalidCertificate {}
