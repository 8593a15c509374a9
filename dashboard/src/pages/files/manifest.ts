import FileStack from 'lucide-react/icons/file-stack'
import type { PageManifest } from '../manifest.ts'
import { fileRoutes } from './routes.ts'

export const manifest: PageManifest = {
  routes: [
    {
      path: fileRoutes.list,
      title: 'Files',
      load: () => import('./files-page.tsx').then((module) => module.FilesPage),
    },
    {
      path: fileRoutes.detail,
      load: () => import('./file-page.tsx').then((module) => module.FilePage),
    },
  ],
  navigation: [
    {
      group: 'Data',
      label: 'Files',
      to: fileRoutes.list,
      icon: FileStack,
      key: 'f',
      keywords: 'uploads storage documents',
    },
  ],
  palette: () => import('./palette.ts').then((module) => module.entries),
}
