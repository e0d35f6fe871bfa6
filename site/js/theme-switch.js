// The button in the header: the system's theme, light, dark.

const THEMES = ["auto", "light", "dark"];

export function wireThemeSwitch(button) {
  const root = document.documentElement;
  const show = (theme) => {
    if (theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = theme;
    button.querySelector("[data-theme-name]").textContent = theme;
  };
  show(root.dataset.theme ?? "auto");
  button.hidden = false;
  button.addEventListener("click", () => {
    const theme = THEMES[(THEMES.indexOf(root.dataset.theme ?? "auto") + 1) % THEMES.length];
    show(theme);
    try {
      localStorage.setItem("kino-theme", theme);
    } catch {
      // Storage is blocked: the choice lasts as long as the page.
    }
  });
}
