import Blocks from 'lucide-react/icons/blocks'
import type { PageManifest } from '../manifest.ts'
import { toolkitRoutes } from './routes.ts'

export const manifest: PageManifest = {
  routes: [
    {
      path: toolkitRoutes.list,
      title: 'Toolkits',
      load: () => import('./toolkits-page.tsx').then((module) => module.ToolkitsPage),
    },
    {
      path: toolkitRoutes.detail,
      load: () => import('./toolkit-page.tsx').then((module) => module.ToolkitPage),
    },
    {
      path: toolkitRoutes.installed,
      title: 'Installed toolkits',
      load: () => import('./installed/installed-page.tsx').then((module) => module.InstalledPage),
    },
  ],
  navigation: [
    {
      group: 'Build',
      label: 'Toolkits',
      to: toolkitRoutes.list,
      icon: Blocks,
      key: 'i',
      keywords: 'tools integrations catalogue openapi import execute runs',
    },
  ],
  palette: () => import('./palette.ts').then((module) => module.entries),
}
