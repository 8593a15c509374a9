import Check from 'lucide-react/icons/check'
import { useState } from 'react'
import { currentTheme, setTheme, themes } from '../../state/theme.ts'
import { MenuItem, MenuLabel } from './menu.tsx'

const themeNames = { system: 'System', light: 'Light', dark: 'Dark' } as const

/** The choice of a theme, inside a menu. */
export function ThemeItems() {
  const [theme, setShown] = useState(currentTheme)
  return (
    <>
      <MenuLabel>Theme</MenuLabel>
      {themes.map((each) => (
        <MenuItem
          key={each}
          end={each === theme && <Check size={14} aria-label="current" />}
          onSelect={() => {
            setTheme(each)
            setShown(each)
          }}
        >
          {themeNames[each]}
        </MenuItem>
      ))}
    </>
  )
}
