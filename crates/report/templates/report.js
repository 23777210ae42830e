document.documentElement.classList.add("scripted");
document.addEventListener("click", async (event) => {
  const button = event.target.closest("button.copy");
  if (!button) return;
  const text = button.parentElement.querySelector("pre").textContent;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // A page opened from a file may not be allowed to: then by way of a selection.
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  button.textContent = "Copied";
  setTimeout(() => { button.textContent = "Copy"; }, 1500);
});
// What is searched for, and which modules.
const search = document.querySelector("#search");
const chosen = document.querySelector("#module");
const ranks = [...document.querySelectorAll("details.rank")];
const wereOpen = new Map(ranks.map((rank) => [rank, rank.open]));
const filter = () => {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const isFiltered = words.length > 0 || chosen.value !== "";
  for (const rank of ranks) {
    let shown = 0;
    for (const finding of rank.querySelectorAll("article.finding")) {
      const text = finding.textContent.toLowerCase();
      const isIt = words.every((word) => text.includes(word))
        && (chosen.value === "" || finding.dataset.module === chosen.value);
      finding.hidden = !isIt;
      shown += isIt ? 1 : 0;
    }
    rank.querySelector(".shown").textContent = isFiltered ? `${shown} of ` : "";
    rank.hidden = isFiltered && shown === 0;
    rank.open = isFiltered ? shown > 0 : wereOpen.get(rank);
  }
};
search?.addEventListener("input", filter);
chosen?.addEventListener("change", filter);
// A link leads to what is closed, too.
const uncover = () => {
  const wanted = location.hash && document.getElementById(location.hash.slice(1));
  for (let each = wanted; each; each = each.parentElement) {
    if (each.tagName === "DETAILS") each.open = true;
  }
  wanted?.scrollIntoView();
};
addEventListener("hashchange", uncover);
uncover();
