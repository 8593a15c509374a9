import { Link, useLocation } from '@tanstack/react-router'
import Keyboard from 'lucide-react/icons/keyboard'
import MenuIcon from 'lucide-react/icons/menu'
import SunMoon from 'lucide-react/icons/sun-moon'
import { IconButton } from '../../components/actions/button.tsx'
import { Menu } from '../../components/actions/menu.tsx'
import { ThemeItems } from '../../components/actions/theme-items.tsx'
import { Chip } from '../../components/feedback/status.tsx'
import { authRoutes } from '../auth/routes.ts'
import { overviewRoutes } from '../overview/routes.ts'

type BarProps = {
  version: string
  isSignedIn: boolean
  onBrowse(): void
  onShortcuts(): void
}

export const Bar = ({ version, isSignedIn, onBrowse, onShortcuts }: BarProps) => (
  <header className="reference-bar">
    <span className="reference-browse">
      <IconButton label="Browse operations" icon={<MenuIcon size={18} aria-hidden />} onClick={onBrowse} />
    </span>
    <Link to={overviewRoutes.overview} className="reference-brand" aria-label="Stoa dashboard">
      <img src="/pages/favicon.svg" width="22" height="22" alt="" />
      <span>Stoa</span>
    </Link>
    <span className="reference-title">API reference</span>
    {version !== '' && <Chip>v{version}</Chip>}
    <nav className="reference-bar-links" aria-label="Site">
      <a className="reference-openapi" href="/api/v1/openapi.json">
        OpenAPI
      </a>
      {isSignedIn ? <Link to={overviewRoutes.overview}>Dashboard</Link> : <SignInLink />}
    </nav>
    <IconButton label="Shortcuts" icon={<Keyboard size={16} aria-hidden />} onClick={onShortcuts} />
    <Menu trigger={<IconButton label="Theme" icon={<SunMoon size={16} aria-hidden />} />}>
      <ThemeItems />
    </Menu>
  </header>
)

/** Leads back to the operation that is shown now. */
function SignInLink() {
  const { href } = useLocation()
  return (
    <Link to={authRoutes.signIn} search={{ to: href } as never}>
      Sign in
    </Link>
  )
}
