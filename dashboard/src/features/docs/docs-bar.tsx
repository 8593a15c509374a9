import { Link, useLocation } from '@tanstack/react-router'
import Keyboard from 'lucide-react/icons/keyboard'
import MenuIcon from 'lucide-react/icons/menu'
import SunMoon from 'lucide-react/icons/sun-moon'
import { IconButton } from '../../components/actions/button.tsx'
import { Menu } from '../../components/actions/menu.tsx'
import { ThemeItems } from '../../components/actions/theme-items.tsx'
import { Chip } from '../../components/feedback/status.tsx'
import { apiReferenceRoutes } from '../../pages/api-reference/routes.ts'
import { authRoutes } from '../../pages/auth/routes.ts'
import { guideRoutes } from '../../pages/guide/routes.ts'
import { overviewRoutes } from '../../pages/overview/routes.ts'
import './docs-bar.css'

type DocsBarProps = {
  /** Which of the two sites this is; the other one is linked. */
  site: 'guide' | 'reference'
  /** What opens the list that a narrow screen has no place for. */
  browseLabel: string
  version?: string
  isSignedIn: boolean
  onBrowse(): void
  onShortcuts?(): void
}

/** Above the guide and the API reference, which are read without an account. */
export const DocsBar = ({ site, browseLabel, version = '', isSignedIn, ...actions }: DocsBarProps) => (
  <header className="docs-bar">
    <span className="docs-bar-browse">
      <IconButton label={browseLabel} icon={<MenuIcon size={18} aria-hidden />} onClick={actions.onBrowse} />
    </span>
    <Link to={overviewRoutes.overview} className="docs-bar-brand" aria-label="Stoa dashboard">
      <img src="/pages/favicon.svg" width="22" height="22" alt="" />
      <span>Stoa</span>
    </Link>
    <span className="docs-bar-title">{site === 'guide' ? 'Guide' : 'API reference'}</span>
    {version !== '' && <Chip>v{version}</Chip>}
    <nav className="docs-bar-links" aria-label="Site">
      {site === 'guide' ? (
        <Link to={apiReferenceRoutes.reference}>API reference</Link>
      ) : (
        <>
          <Link to={guideRoutes.guide}>Guide</Link>
          <a className="docs-bar-openapi" href="/api/v1/openapi.json">
            OpenAPI
          </a>
        </>
      )}
      {isSignedIn ? <Link to={overviewRoutes.overview}>Dashboard</Link> : <SignInLink />}
    </nav>
    {actions.onShortcuts && (
      <IconButton label="Shortcuts" icon={<Keyboard size={16} aria-hidden />} onClick={actions.onShortcuts} />
    )}
    <Menu trigger={<IconButton label="Theme" icon={<SunMoon size={16} aria-hidden />} />}>
      <ThemeItems />
    </Menu>
  </header>
)

/** Leads back to what is shown now. */
function SignInLink() {
  const { href } = useLocation()
  return (
    <Link to={authRoutes.signIn} search={{ to: href } as never}>
      Sign in
    </Link>
  )
}
