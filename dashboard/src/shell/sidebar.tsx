import { Link, useLocation } from '@tanstack/react-router'
import BookOpen from 'lucide-react/icons/book-open'
import Braces from 'lucide-react/icons/braces'
import Keyboard from 'lucide-react/icons/keyboard'
import Search from 'lucide-react/icons/search'
import { Suspense, useLayoutEffect, useRef } from 'react'
import { PendingBadge } from '../components/feedback/pending-badge.tsx'
import { lazily } from '../connection/lazily.ts'
import { NotificationBell } from '../features/notifications/notification-bell.tsx'
import { apiReferenceRoutes } from '../pages/api-reference/routes.ts'
import { guideRoutes } from '../pages/guide/routes.ts'
import { useProject } from '../project.ts'
import { AccountButton, ProjectButton } from './menu-triggers.tsx'
import { entriesAt, navigationFor } from './navigation.ts'
import { paletteKeys } from './platform-keys.ts'
import { VersionLine } from './version-line.tsx'

const ProjectSwitcher = lazily(() => import('./menus.ts').then((module) => module.ProjectSwitcher))
const AccountMenu = lazily(() => import('./menus.ts').then((module) => module.AccountMenu))

type SidebarProps = {
  /** What the page that is shown is below, where it says so. */
  parentPage: string | undefined
  onSearch(): void
  onShortcuts(): void
  onLeave?(): void
}

export function Sidebar({ parentPage, onSearch, onShortcuts, onLeave }: SidebarProps) {
  const isAdmin = useProject().project.role === 'admin'
  const pathname = useLocation({ select: (location) => location.pathname })
  const current = entriesAt(parentPage ?? pathname)[0]?.to
  const groups = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => revealCurrent(groups.current!), [current])
  return (
    <nav className="sidebar" aria-label="Dashboard">
      <Suspense fallback={<ProjectButton disabled />}>
        <ProjectSwitcher />
      </Suspense>
      <button type="button" className="sidebar-search" onClick={onSearch}>
        <Search size={14} aria-hidden />
        Search <kbd>{paletteKeys}</kbd>
      </button>
      <div className="sidebar-groups" ref={groups}>
        {navigationFor(isAdmin).map(({ group, entries }) => (
          <div key={group ?? 'first'}>
            {group && <p className="sidebar-group">{group}</p>}
            <ul>
              {entries.map(({ to, label, icon: Icon, useCount }) => (
                <li key={to}>
                  <Link
                    to={to}
                    className="sidebar-link"
                    activeOptions={{ exact: true, includeSearch: false }}
                    aria-current={to === current ? 'page' : undefined}
                    {...(onLeave ? { onClick: onLeave } : {})}
                  >
                    <Icon size={16} aria-hidden />
                    {label}
                    {useCount && <Count useCount={useCount} />}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      {/* Always in sight, however low the screen is. */}
      <div className="sidebar-foot">
        <Suspense fallback={<AccountButton disabled />}>
          <AccountMenu />
        </Suspense>
        <NotificationBell className="sidebar-link" />
        <Link to={guideRoutes.guide} className="sidebar-link" aria-label="Guide" title="Guide">
          <BookOpen size={16} aria-hidden />
        </Link>
        <Link
          to={apiReferenceRoutes.reference}
          className="sidebar-link"
          aria-label="API reference"
          title="API reference"
        >
          <Braces size={16} aria-hidden />
        </Link>
        <button
          type="button"
          className="sidebar-link"
          aria-label="Shortcuts"
          title="Shortcuts"
          onClick={onShortcuts}
        >
          <Keyboard size={16} aria-hidden />
        </button>
        <VersionLine />
      </div>
    </nav>
  )
}

/** Scrolls to the entry of the page, where it is out of sight; the window stays where it is. */
function revealCurrent(groups: HTMLElement): void {
  const entry = groups.querySelector('[aria-current="page"]')
  if (!entry) return
  const [shown, { top, bottom }] = [groups.getBoundingClientRect(), entry.getBoundingClientRect()]
  const isInSight = top >= shown.top && bottom <= shown.bottom
  if (!isInSight) groups.scrollTop += (top + bottom) / 2 - (shown.top + shown.bottom) / 2
}

const Count = ({ useCount }: { useCount(): number | undefined }) => <PendingBadge count={useCount()} />
