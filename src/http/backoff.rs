//! How long to wait before a stream is opened again. Not a timer, and no source of random numbers.

use crate::session::Millis;

/// How often it is tried again, and with what pauses.
///
/// ```
/// use mcp_widget::http::backoff::Backoff;
///
/// let backoff = Backoff::default();
/// assert_eq!(backoff.wait(0, 0.5, None), Some(1000.0));
/// assert_eq!(backoff.wait(1, 0.5, None), Some(1500.0));
/// assert_eq!(backoff.wait(2, 0.5, None), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Backoff {
    /// How often it is tried in a row.
    pub attempts: u32,
    /// The pause before the first attempt.
    pub first: Millis,
    /// How much longer each pause is than the one before.
    pub factor: f64,
    /// The longest pause, before chance has its part.
    pub longest: Millis,
    /// Chance makes a pause longer or shorter by up to this part, so that clients that lost one server do not all come back at once.
    pub jitter: f64,
}

/// Two attempts, from one second on, each pause half as long again, up to 30 seconds, give or take a quarter.
///
/// ```
/// assert_eq!(mcp_widget::http::backoff::Backoff::default().attempts, 2);
/// ```
impl Default for Backoff {
    fn default() -> Self {
        Self {
            attempts: 2,
            first: 1000.0,
            factor: 1.5,
            longest: 30_000.0,
            jitter: 0.25,
        }
    }
}

impl Backoff {
    /// How many attempts in a row the server's word is enough for.
    const TRUSTED: u32 = 2;

    /// How long to wait before an attempt, of which the first has the number 0; `None` if there are to be no more. `random` is a number
    /// from 0 to 1. What the server has asked for (`retry` of its stream, or `Retry-After`) is kept exactly by the first two; what ends again
    /// and again waits as long as it would without, at least.
    ///
    /// ```
    /// use mcp_widget::http::backoff::Backoff;
    ///
    /// let patient = Backoff { attempts: u32::MAX, ..Backoff::default() };
    /// assert_eq!(patient.wait(100, 0.5, None), Some(30_000.0));
    /// assert_eq!(patient.wait(0, 0.0, None), Some(750.0));
    /// assert_eq!(patient.wait(0, 0.0, Some(0.0)), Some(0.0));
    /// assert_eq!(patient.wait(2, 0.5, Some(0.0)), Some(2250.0));
    /// assert_eq!(patient.wait(2, 0.5, Some(40_000.0)), Some(40_000.0));
    /// ```
    pub fn wait(&self, attempt: u32, random: f64, retry: Option<Millis>) -> Option<Millis> {
        if attempt >= self.attempts {
            return None;
        }
        let times = i32::try_from(attempt).unwrap_or(i32::MAX);
        let wait = self.first * self.factor.powi(times);
        let wait = wait.min(self.longest) * (1.0 + self.jitter * (2.0 * random - 1.0));
        Some(match retry {
            Some(retry) if attempt < Self::TRUSTED => retry,
            Some(retry) => retry.max(wait),
            None => wait,
        })
    }
}
