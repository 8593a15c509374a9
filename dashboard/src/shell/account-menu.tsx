import { useNavigate } from '@tanstack/react-router'
import CircleUser from 'lucide-react/icons/circle-user'
import LogOut from 'lucide-react/icons/log-out'
import { signOut } from '../auth/session.ts'
import { Menu, MenuItem, MenuLabel, MenuLine } from '../components/actions/menu.tsx'
import { ThemeItems } from '../components/actions/theme-items.tsx'
import { errorMessage } from '../components/feedback/error-alert.tsx'
import { toasts } from '../components/feedback/toast-store.ts'
import { accountRoutes } from '../pages/account/routes.ts'
import { authRoutes } from '../pages/auth/routes.ts'
import { useProject } from '../project.ts'
import { AccountButton } from './menu-triggers.tsx'

export function AccountMenu() {
  const { session } = useProject()
  const navigate = useNavigate()
  const leave = () =>
    signOut().then(
      () => navigate({ to: authRoutes.signIn }),
      (error) => toasts.error(`You are still signed in: ${errorMessage(error)}`),
    )
  return (
    <Menu align="start" trigger={<AccountButton />}>
      <MenuLabel>{session.account.email ?? 'No email address'}</MenuLabel>
      <MenuItem
        icon={<CircleUser size={15} aria-hidden />}
        onSelect={() => void navigate({ to: accountRoutes.account })}
      >
        Your account
      </MenuItem>
      <MenuLine />
      <ThemeItems />
      <MenuLine />
      <MenuItem icon={<LogOut size={15} aria-hidden />} onSelect={() => void leave()}>
        Sign out
      </MenuItem>
    </Menu>
  )
}
