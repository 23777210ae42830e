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
