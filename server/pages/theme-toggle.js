import { preferences } from './keep.js'

const themes = ['system', 'light', 'dark']

/** Lets a button go round system, light and dark. */
export function attachThemeToggle(button) {
  const show = (theme) => {
    const next = themes[(themes.indexOf(theme) + 1) % themes.length]
    button.dataset.shows = theme
    button.title = `Theme: ${theme}. Switch to ${next}`
    button.setAttribute('aria-label', button.title)
  }
  const current = () => document.documentElement.dataset.theme ?? 'system'
  button.addEventListener('click', () => {
    const next = themes[(themes.indexOf(current()) + 1) % themes.length]
    if (next === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = next
    preferences.set('theme', next === 'system' ? '' : next)
    show(next)
  })
  show(current())
}
