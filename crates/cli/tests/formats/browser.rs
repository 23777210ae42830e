//! Does the page show what it should in a real browser? A copy of it with a script at the end, which
//! clicks and looks, and leaves what it saw in the page. The screenshots stay in the target folder.

use crate::workshop::{Workshop, has, has_erlang, starts};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

const TILL: &str = "\
-module(till).
-export([change/2]).
%% <script>document.title = \"gone\"</script> is only a comment.
-spec change(atom(), non_neg_integer()) -> [pos_integer()].
change(none, _) ->
    [];
change(coins, Cents) ->
    coins(Cents, [50, 20, 10]);
change('<b>bold</b>', Cents) ->
    case Cents of
        1000 -> list_to_atom(Cents);
        _ -> [Cents + 1]
    end.

coins(0, _) -> [];
coins(Cents, _) when Cents < 0 -> [];
coins(Cents, [Coin | _] = Coins) when Cents >= Coin -> [Coin | coins(Cents - Coin, Coins)];
coins(Cents, [_ | Coins]) -> coins(Cents, Coins).
";

/// What is looked at, and how.
const LOOK: &str = r#"
<script>
const style = (selector) => {
  const element = document.querySelector(selector);
  return element && getComputedStyle(element).backgroundColor;
};
const seen = (element) => element.checkVisibility();
const tree = document.querySelector("details.paths");
const inside = tree.querySelector("ul.tree");
const wasSeen = seen(inside);
tree.querySelector("summary").click();
const isSeen = seen(inside);
const branch = inside.querySelector("details");
branch.querySelector("summary").click();
const button = document.querySelector("button.copy");
const shown = () => [...document.querySelectorAll("article.finding")].filter((each) => !each.hidden).length;
const field = document.getElementById("search");
const all = shown();
field.value = "list_to_atom BOLD";
field.dispatchEvent(new Event("input"));
const found = shown();
field.value = "";
field.dispatchEvent(new Event("input"));
const saw = {
  title: document.title,
  findings: [...document.querySelectorAll("article.finding")].map((each) => ({
    message: each.querySelector("h4").innerText,
    marked: each.querySelector("i.marked")?.textContent.trimEnd(),
    call: each.querySelector(".input pre").innerText,
  })),
  filtered: [all, found, shown()],
  wide: document.documentElement.scrollWidth > innerWidth,
  painted: Object.fromEntries(["covered", "missed", "partly", "generated"].map((state) =>
    [state, [...document.querySelectorAll(`.module i.${state[0]}`)].map((row) => row.textContent)])),
  coveredColour: style(".module i.c.h"),
  missedColour: style(".module i.m.h"),
  plainColour: style(".module i:not([class])"),
  paths: { wasSeen, isSeen, branchIsSeen: branch.open && seen(branch.querySelector("ul.tree")),
    ends: tree.querySelectorAll("li.end").length, text: tree.textContent },
  scripts: document.scripts.length,
  bold: document.querySelectorAll("main b").length,
  loaded: performance.getEntriesByType("resource").length,
  button: seen(button),
};
const result = document.createElement("pre");
result.id = "saw";
result.textContent = JSON.stringify(saw);
document.body.append(result);
</script>
"#;

fn browser() -> Option<&'static str> {
    ["chromium", "google-chrome", "chromium-browser"]
        .into_iter()
        .find(|name| starts(name, "--version"))
}

fn run(browser: &str, workshop: &Workshop, page: &str, options: &[&str]) -> String {
    let profile = workshop.0.join("profile");
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"])
        .args(["--no-first-run", "--hide-scrollbars", "--window-size=1200,2600"])
        .arg(format!("--user-data-dir={}", profile.display()))
        .args(options)
        .arg(format!("file://{}", workshop.0.join(page).display()))
        .output()
        .expect("the browser starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The text of an element as the page has it, without its escapes.
fn text_of(dom: &str, start: &str) -> Option<String> {
    let (_, rest) = dom.split_once(start)?;
    let (text, _) = rest.split_once("</pre>")?;
    Some(text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))
}

fn is_any(list: &Value, part: &str) -> bool {
    list.as_array().is_some_and(|list| {
        list.iter().any(|text| text.as_str().is_some_and(|text| text.contains(part)))
    })
}

#[test]
fn the_page() {
    if !has_erlang() || !has("browser", "ERMINE_WITHOUT_BROWSER", browser().is_some()) {
        return;
    }
    let browser = browser().expect("it was just there");
    let workshop = Workshop::new("browser", &[("till.erl", TILL)]);
    workshop.findings(&[
        "run",
        "till.erl",
        "change",
        "--depth",
        "30",
        "--runs",
        "200",
        "--format",
        "html",
        "--output",
        "till.html",
    ]);
    let page = workshop.read("till.html");
    // Its own script runs by the page's policy, and no other does.
    workshop.write(
        "foreign.html",
        &page.replace("</body>", "<script>document.title = 1</script></body>"),
    );
    let foreign = run(browser, &workshop, "foreign.html", &["--dump-dom"]);
    assert!(foreign.contains("<html lang=\"en\" class=\"scripted\">"), "{foreign}");
    assert!(!foreign.contains("<title>1</title>"), "{foreign}");
    let (before, rest) = page.split_once("script-src '").expect("a policy");
    let (_, after) = rest.split_once('\'').expect("the end of the hash");
    let open = format!("{before}script-src 'unsafe-inline'{after}");
    workshop.write("looked.html", &open.replace("</body>", &format!("{LOOK}</body>")));
    let artefacts = Path::new(env!("CARGO_TARGET_TMPDIR")).join("artefacts");
    std::fs::create_dir_all(&artefacts).expect("a folder can be made");
    let pictures = [
        ("report.png", "1", 1200),
        ("report-dark.png", "0", 1200),
        ("report-narrow.png", "1", 390),
    ];
    for (name, scheme, width) in pictures {
        let picture = artefacts.join(name);
        let _ = std::fs::remove_file(&picture);
        let shot = format!("--screenshot={}", picture.display());
        let scheme = format!("--blink-settings=preferredColorScheme={scheme}");
        let size = format!("--window-size={width},2600");
        run(browser, &workshop, "looked.html", &[&shot, &scheme, &size]);
        let size = std::fs::metadata(&picture).map(|file| file.len()).unwrap_or_default();
        assert!(size > 10_000, "{} is empty", picture.display());
    }
    let dom = run(browser, &workshop, "looked.html", &["--dump-dom"]);
    let narrow = run(browser, &workshop, "looked.html", &["--dump-dom", "--window-size=500,2600"]);
    for dom in [&dom, &narrow] {
        let saw = text_of(dom, "<pre id=\"saw\">").expect("the script ran");
        assert!(saw.contains("\"wide\":false"), "nobody scrolls sideways: {saw}");
    }
    let saw = text_of(&dom, "<pre id=\"saw\">").expect("the script ran");
    let saw: Value = serde_json::from_str(&saw).unwrap_or_else(|error| panic!("{error}: {saw}"));
    findings(&saw);
    painted(&saw);
    paths(&saw);
    // Nothing of the program became a part of the page: our script and the one that looks are all.
    assert_eq!((&saw["scripts"], &saw["bold"]), (&2.into(), &0.into()), "{saw:#}");
    assert_eq!(saw["loaded"], 0, "the page needs nothing from elsewhere");
    assert_eq!(saw["button"], true, "{saw:#}");
    assert_eq!(saw["filtered"][1], 1, "{saw:#}");
    assert!(saw["filtered"][0] == saw["filtered"][2] && saw["filtered"][0] != 1, "{saw:#}");
}

fn findings(saw: &Value) {
    assert!(
        saw["title"].as_str().is_some_and(|title| title.ends_with("found – Ermine")),
        "{saw:#}"
    );
    let findings = saw["findings"].as_array().expect("a list");
    let bold = findings.iter().find(|each| each["call"] == "till:change('<b>bold</b>', 1000).");
    let bold = bold.unwrap_or_else(|| panic!("{saw:#}"));
    assert!(
        bold["message"].as_str().is_some_and(|text| text.contains("erlang:list_to_atom(1000)")),
        "{bold:#}"
    );
    assert_eq!(bold["marked"], "        1000 -> list_to_atom(Cents);");
}

fn painted(saw: &Value) {
    assert!(is_any(&saw["painted"]["covered"], "change(none, _) ->"), "{saw:#}");
    assert!(is_any(&saw["painted"]["covered"], "1000 -> list_to_atom(Cents);"), "{saw:#}");
    assert!(is_any(&saw["painted"]["missed"], "when Cents < 0 -> [];"), "{saw:#}");
    let (covered, plain) = (&saw["coveredColour"], &saw["plainColour"]);
    assert!(covered != plain && covered != &saw["missedColour"], "{saw:#}");
}

fn paths(saw: &Value) {
    let paths = &saw["paths"];
    assert_eq!((&paths["wasSeen"], &paths["isSeen"]), (&false.into(), &true.into()), "{saw:#}");
    assert_eq!(paths["branchIsSeen"], true, "{saw:#}");
    assert!(paths["ends"].as_u64().is_some_and(|ends| ends > 5), "{saw:#}");
    let text = paths["text"].as_str().unwrap_or_default();
    for part in
        ["the first argument is none", "returned []", "error: badarg", "till:change/2, line 5"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
}
