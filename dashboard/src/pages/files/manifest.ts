import FileStack from 'lucide-react/icons/file-stack'
import type { PageManifest } from '../manifest.ts'
import { fileAddresses } from './addresses.ts'

export const manifest: PageManifest = {
  routes: [
    {
      address: fileAddresses.list,
      title: 'Files',
      load: () => import('./files-page.tsx').then((module) => module.FilesPage),
    },
    {
      address: fileAddresses.detail,
      load: () => import('./file-page.tsx').then((module) => module.FilePage),
    },
  ],
  navigation: [
    {
      group: 'Data',
      label: 'Files',
      to: fileAddresses.list,
      icon: FileStack,
      key: 'f',
      keywords: 'uploads storage documents',
    },
  ],
  palette: () => import('./palette.ts').then((module) => module.entries),
}
