import Blocks from 'lucide-react/icons/blocks'
import type { PageManifest } from '../manifest.ts'
import { toolkitAddresses } from './addresses.ts'

export const manifest: PageManifest = {
  routes: [
    {
      address: toolkitAddresses.list,
      title: 'Toolkits',
      load: () => import('./toolkits-page.tsx').then((module) => module.ToolkitsPage),
    },
    {
      address: toolkitAddresses.detail,
      load: () => import('./toolkit-page.tsx').then((module) => module.ToolkitPage),
    },
    {
      address: toolkitAddresses.installed,
      title: 'Installed toolkits',
      load: () => import('./installed/installed-page.tsx').then((module) => module.InstalledPage),
    },
  ],
  navigation: [
    {
      group: 'Build',
      label: 'Toolkits',
      to: toolkitAddresses.list,
      icon: Blocks,
      key: 'i',
      keywords: 'tools integrations catalogue openapi import execute runs',
    },
  ],
  palette: () => import('./palette.ts').then((module) => module.entries),
}
