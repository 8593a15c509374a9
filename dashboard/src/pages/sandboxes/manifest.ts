import SquareTerminal from 'lucide-react/icons/square-terminal'
import type { PageManifest } from '../manifest.ts'
import { sandboxAddresses } from './addresses.ts'

export const manifest: PageManifest = {
  routes: [
    {
      address: sandboxAddresses.playground,
      title: 'Sandbox',
      load: () => import('./playground-page.tsx').then((module) => module.PlaygroundPage),
    },
    {
      address: sandboxAddresses.sessions,
      title: 'Sandbox sessions',
      load: () => import('./sessions/sessions-page.tsx').then((module) => module.SessionsPage),
    },
    {
      address: sandboxAddresses.session,
      load: () => import('./sessions/session-page.tsx').then((module) => module.SessionPage),
    },
    {
      address: sandboxAddresses.executions,
      title: 'Executions',
      load: () => import('./executions/executions-page.tsx').then((module) => module.ExecutionsPage),
    },
    {
      address: sandboxAddresses.execution,
      load: () => import('./executions/execution-page.tsx').then((module) => module.ExecutionPage),
    },
  ],
  navigation: [
    {
      group: 'Build',
      label: 'Sandbox',
      to: sandboxAddresses.playground,
      icon: SquareTerminal,
      key: 'x',
      keywords: 'playground code run javascript python',
    },
  ],
  palette: () => import('./palette.ts').then((module) => module.entries),
}
