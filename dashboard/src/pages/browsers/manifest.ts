import AppWindow from 'lucide-react/icons/app-window'
import type { PageManifest } from '../manifest.ts'
import { browserRoutes } from './routes.ts'

export const manifest: PageManifest = {
  routes: [
    {
      path: browserRoutes.sessions,
      title: 'Browsers',
      load: () => import('./sessions/sessions-page.tsx').then((module) => module.SessionsPage),
    },
    {
      path: browserRoutes.session,
      load: () => import('./session/session-page.tsx').then((module) => module.SessionPage),
    },
    {
      path: browserRoutes.tool,
      load: () => import('./session/create-tool-page.tsx').then((module) => module.CreateToolPage),
    },
    {
      path: browserRoutes.profiles,
      title: 'Browser profiles',
      keywords: 'cookies list',
      load: () => import('./profiles/profiles-page.tsx').then((module) => module.ProfilesPage),
    },
  ],
  navigation: [
    {
      group: 'Build',
      label: 'Browsers',
      to: browserRoutes.sessions,
      icon: AppWindow,
      key: 'y',
      keywords: 'sessions chromium web live view playwright',
    },
  ],
  palette: () => import('./palette.ts').then((module) => module.entries),
}
