//! Which Erlang/OTP does the program believe to run on? The one whose code it runs.

/// What a program may ask about its Erlang/OTP.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Installation {
    /// `erlang:system_info(otp_release)`
    pub release: String,
    /// `erlang:system_info(version)`
    pub erts_version: String,
    /// `code:root_dir()`
    pub root: String,
}

/// For loaders that have no OTP behind them.
impl Default for Installation {
    fn default() -> Installation {
        Installation {
            release: "25".to_owned(),
            erts_version: "13.0".to_owned(),
            root: "/".to_owned(),
        }
    }
}

impl Installation {
    pub fn release_number(&self) -> u32 {
        self.release.parse().unwrap_or(0)
    }
}
