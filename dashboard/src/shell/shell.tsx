import { Outlet, useNavigate } from '@tanstack/react-router'
import MenuIcon from 'lucide-react/icons/menu'
import Search from 'lucide-react/icons/search'
import { Suspense, useState } from 'react'
import { IconButton } from '../components/actions/button.tsx'
import { Drawer } from '../components/dialog/drawer.tsx'
import { BackNavigationContext } from '../components/layout/back-navigation.ts'
import { ParentPageContext } from '../components/layout/parent-page.ts'
import { lazily } from '../connection/lazily.ts'
import { NotificationBell } from '../features/notifications/notification-bell.tsx'
import { PendingQuestionsLink } from '../features/questions/pending-questions-link.tsx'
import { useProject } from '../project.ts'
import { navigationEntriesFor } from './navigation.ts'
import { Sidebar } from './sidebar.tsx'
import { startTypeAhead } from './type-ahead.ts'
import { useScrollRestoration } from './use-scroll-restoration.ts'
import { useShortcuts } from './use-shortcuts.ts'
import './shell.css'

const UploadTray = lazily(() =>
  import('../features/files/upload/upload-tray.tsx').then((module) => module.UploadTray),
)
const Palette = lazily(() => import('./palette.tsx').then((module) => module.Palette))
const ShortcutsDialog = lazily(() =>
  import('./shortcuts-dialog.tsx').then((module) => module.ShortcutsDialog),
)

type Overlay = 'palette' | 'keys' | 'drawer' | null

export function Shell() {
  const { project } = useProject()
  const isAdmin = project.role === 'admin'
  const navigate = useNavigate()
  const [overlay, setOverlay] = useState<Overlay>(null)
  const [parentPage, setParentPage] = useState<string>()
  const close = () => setOverlay(null)
  const { main, stepsBackTo } = useScrollRestoration()
  useShortcuts({
    openPalette: () => {
      if (overlay !== 'palette') startTypeAhead()
      setOverlay('palette')
    },
    openShortcuts: () => setOverlay('keys'),
    goTo: (key) => {
      const found = navigationEntriesFor(isAdmin).find((each) => each.key === key)
      if (found) void navigate({ to: found.to })
    },
  })
  const openers = { onSearch: () => setOverlay('palette'), onShortcuts: () => setOverlay('keys') }
  const sidebar = { ...openers, parentPage }
  return (
    <div className="shell">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Sidebar {...sidebar} />
      <header className="phone-bar">
        <IconButton
          label="Menu"
          icon={<MenuIcon size={18} aria-hidden />}
          onClick={() => setOverlay('drawer')}
        />
        <span className="truncate">{project.name}</span>
        <PendingQuestionsLink />
        <NotificationBell className="phone-pending" />
        <IconButton label="Search" icon={<Search size={18} aria-hidden />} onClick={openers.onSearch} />
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        <BackNavigationContext value={stepsBackTo}>
          <ParentPageContext value={setParentPage}>
            {/* All state of a page belongs to its project: another project remounts it. */}
            <Outlet key={project.id} />
          </ParentPageContext>
        </BackNavigationContext>
      </main>
      <Suspense>
        <UploadTray />
      </Suspense>
      {overlay === 'drawer' && (
        <Drawer label="Menu" onClose={close}>
          <Sidebar {...sidebar} onLeave={close} />
        </Drawer>
      )}
      <Suspense>
        {overlay === 'keys' && <ShortcutsDialog isAdmin={isAdmin} onClose={close} />}
        {overlay === 'palette' && <Palette onClose={close} onShortcuts={openers.onShortcuts} />}
      </Suspense>
    </div>
  )
}
