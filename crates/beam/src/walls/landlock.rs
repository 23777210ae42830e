//! Landlock: which files and programs may a thread, and whatever it starts, touch?

use super::Openings;
use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, LandlockStatus, Ruleset,
    RulesetAttr, RulesetCreatedAttr, RulesetError, RulesetStatus, Scope, path_beneath_rules,
};
use std::io;

/// The newest interface that we know. Older kernels do what they can.
const NEWEST: ABI = ABI::V6;

/// Restricts this thread for good. Gives the version that the kernel has, or none if it has none.
pub fn restrict(openings: &Openings) -> io::Result<Option<u32>> {
    enforce(openings).map_err(io::Error::other)
}

fn enforce(openings: &Openings) -> Result<Option<u32>, RulesetError> {
    let read: BitFlags<AccessFs> = AccessFs::ReadFile | AccessFs::ReadDir;
    // Programs are no files that a node makes, links or devices even less.
    let write = AccessFs::WriteFile
        | AccessFs::Truncate
        | AccessFs::MakeReg
        | AccessFs::MakeDir
        | AccessFs::RemoveFile
        | AccessFs::RemoveDir;
    let status = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(NEWEST))?
        .handle_access(AccessNet::from_all(NEWEST))?
        .scope(Scope::from_all(NEWEST))?
        .create()?
        .add_rules(path_beneath_rules(&openings.readable, read))?
        .add_rules(path_beneath_rules(&openings.listable, AccessFs::ReadDir))?
        .add_rules(path_beneath_rules(&openings.writable, write))?
        // Where the standard library lets output go that nobody wants.
        .add_rules(path_beneath_rules(["/dev/null"], AccessFs::WriteFile | AccessFs::ReadFile))?
        .add_rules(path_beneath_rules(
            &openings.executable,
            AccessFs::Execute | AccessFs::ReadFile,
        ))?
        .restrict_self()?;
    Ok(match (status.ruleset, status.landlock) {
        (RulesetStatus::NotEnforced, _) => None,
        (_, LandlockStatus::Available { effective_abi, kernel_abi }) => {
            Some(kernel_abi.map_or(effective_abi as u32, |newer| newer as u32))
        }
        _ => None,
    })
}
