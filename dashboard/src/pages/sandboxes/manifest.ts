import SquareTerminal from 'lucide-react/icons/square-terminal'
import type { PageManifest } from '../manifest.ts'
import { sandboxRoutes } from './routes.ts'

export const manifest: PageManifest = {
  routes: [
    {
      path: sandboxRoutes.playground,
      title: 'Sandbox',
      load: () => import('./playground-page.tsx').then((module) => module.PlaygroundPage),
    },
    {
      path: sandboxRoutes.sessions,
      title: 'Sandbox sessions',
      keywords: 'list',
      load: () => import('./sessions/sessions-page.tsx').then((module) => module.SessionsPage),
    },
    {
      path: sandboxRoutes.session,
      load: () => import('./sessions/session-page.tsx').then((module) => module.SessionPage),
    },
    {
      path: sandboxRoutes.executions,
      title: 'Executions',
      keywords: 'history runs',
      load: () => import('./executions/executions-page.tsx').then((module) => module.ExecutionsPage),
    },
    {
      path: sandboxRoutes.execution,
      load: () => import('./executions/execution-page.tsx').then((module) => module.ExecutionPage),
    },
  ],
  navigation: [
    {
      group: 'Build',
      label: 'Sandbox',
      to: sandboxRoutes.playground,
      icon: SquareTerminal,
      key: 'x',
      keywords: 'playground code run javascript python',
    },
  ],
  palette: () => import('./palette.ts').then((module) => module.entries),
}
