import { useNavigate } from '@tanstack/react-router'
import Check from 'lucide-react/icons/check'
import CircleUser from 'lucide-react/icons/circle-user'
import LogOut from 'lucide-react/icons/log-out'
import { useState } from 'react'
import { signOut } from '../auth/session.ts'
import { Menu, MenuItem, MenuLabel, MenuLine } from '../components/actions/menu.tsx'
import { errorMessage } from '../components/feedback/error-alert.tsx'
import { toasts } from '../components/feedback/toast-store.ts'
import { accountAddresses } from '../pages/account/addresses.ts'
import { authAddresses } from '../pages/auth/addresses.ts'
import { useProject } from '../project.ts'
import { currentTheme, setTheme, themes } from './theme.ts'

const themeNames = { system: 'System', light: 'Light', dark: 'Dark' } as const

export function AccountMenu() {
  const { session } = useProject()
  const navigate = useNavigate()
  const [theme, setShown] = useState(currentTheme)
  const leave = () =>
    signOut().then(
      () => navigate({ to: authAddresses.signIn }),
      (error) => toasts.error(`You are still signed in: ${errorMessage(error)}`),
    )
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className="sidebar-link">
          <CircleUser size={16} aria-hidden />
          <span className="truncate">{session.account.name}</span>
        </button>
      }
    >
      <MenuLabel>{session.account.email ?? 'No email address'}</MenuLabel>
      <MenuItem
        icon={<CircleUser size={15} aria-hidden />}
        onSelect={() => void navigate({ to: accountAddresses.account })}
      >
        Your account
      </MenuItem>
      <MenuLine />
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
      <MenuLine />
      <MenuItem icon={<LogOut size={15} aria-hidden />} onSelect={() => void leave()}>
        Sign out
      </MenuItem>
    </Menu>
  )
}
