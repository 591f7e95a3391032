//! Notices on the desktop, by the program that each system has for them: it is there wherever notices are, and the crates that
//! speak to the desktop themselves take longer to build than the rest of `watch`.

use std::process::{Command, Stdio};

use crate::fault::Fault;
use crate::run::complain;

#[cfg(target_os = "macos")]
const PROGRAM: &str = "osascript";
#[cfg(not(target_os = "macos"))]
const PROGRAM: &str = "notify-send";

/// Fails where notices cannot be shown.
pub(crate) fn check() -> Result<(), Fault> {
    let mut probe = Command::new(PROGRAM);
    probe.arg(if cfg!(target_os = "macos") { "-e" } else { "--version" });
    if cfg!(target_os = "macos") {
        probe.arg("0");
    }
    match probe.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status() {
        Ok(status) if status.success() => Ok(()),
        _ => Err(Fault::new(
            "no-notices",
            format!(
                "notices are shown by the program {PROGRAM}, which is not here (Debian's package is libnotify-bin)"
            ),
        )),
    }
}

/// Shows a notice, without waiting for it.
pub(crate) fn show(title: &str, body: &str) {
    let mut command = Command::new(PROGRAM);
    if cfg!(target_os = "macos") {
        let script = ["on run texts", "display notification (item 2 of texts) with title (item 1 of texts)", "end run"];
        command.args(script.iter().flat_map(|line| ["-e", line])).args([title, body]);
    } else {
        // The body may hold marks of style, and a file's name must not be taken for one.
        let body = body.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        command.args(["--app-name=queenshot", "--", title, &body]);
    }
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    std::thread::spawn(move || match command.status() {
        Ok(status) if status.success() => {}
        Ok(status) => complain(&format!("a notice could not be shown: {PROGRAM} ended with {status}")),
        Err(error) => complain(&format!("a notice could not be shown: {error}")),
    });
}
