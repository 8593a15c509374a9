import { preferences } from './preferences.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** The same place in which the script in the head looks before the first paint. */
export const currentTheme = (): Theme =>
  (document.documentElement.dataset.theme as Theme | undefined) ?? 'system'

export function setTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  preferences.set('theme', theme === 'system' ? null : theme)
}
