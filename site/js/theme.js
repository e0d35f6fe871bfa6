// Runs before the page is drawn: marks that scripts run, and puts on the theme that the reader chose.
document.documentElement.classList.add("js");
try {
  const theme = localStorage.getItem("kino-theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage is blocked: the system's theme serves.
}
