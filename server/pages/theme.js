// Runs before the first paint, from the head and not as a module: a later start would flash the wrong colours.
{
  let theme = null
  try {
    theme = localStorage.getItem('stoa.theme')
  } catch {
    // Without local storage the theme follows the system.
  }
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
}
