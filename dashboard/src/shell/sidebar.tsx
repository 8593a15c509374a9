import { Link } from '@tanstack/react-router'
import BookOpen from 'lucide-react/icons/book-open'
import Keyboard from 'lucide-react/icons/keyboard'
import Search from 'lucide-react/icons/search'
import { useProject } from '../project.tsx'
import { AccountMenu } from './account-menu.tsx'
import { navigation } from './navigation.ts'
import { ProjectSwitcher } from './project-switcher.tsx'
import { paletteKeys } from './shortcuts-dialog.tsx'
import { VersionLine } from './version-line.tsx'

type SidebarProps = { onSearch(): void; onKeyMap(): void; onLeave?(): void }

export function Sidebar({ onSearch, onKeyMap, onLeave }: SidebarProps) {
  const isAdmin = useProject().project.role === 'admin'
  return (
    <nav className="side" aria-label="Dashboard">
      <ProjectSwitcher />
      <button type="button" className="side-search" onClick={onSearch}>
        <Search size={14} aria-hidden />
        Search <kbd>{paletteKeys}</kbd>
      </button>
      {navigation.map(({ label, destinations }) => (
        <div key={label ?? 'first'}>
          {label && <p className="side-group">{label}</p>}
          <ul>
            {destinations
              .filter((each) => isAdmin || !each.isAdminOnly)
              .map(({ to, label: name, icon: Icon, Count }) => (
                <li key={to}>
                  <Link
                    to={to}
                    className="side-link"
                    activeOptions={{ exact: to === '/', includeSearch: false }}
                    {...(onLeave ? { onClick: onLeave } : {})}
                  >
                    <Icon size={16} aria-hidden />
                    {name}
                    {Count && <Count />}
                  </Link>
                </li>
              ))}
          </ul>
        </div>
      ))}
      <div className="side-foot">
        <a className="side-link" href="/docs">
          <BookOpen size={16} aria-hidden />
          API reference
        </a>
        <button type="button" className="side-link" onClick={onKeyMap}>
          <Keyboard size={16} aria-hidden />
          Shortcuts{' '}
        </button>
        <AccountMenu />
        <VersionLine />
      </div>
    </nav>
  )
}
