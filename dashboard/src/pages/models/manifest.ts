import Boxes from 'lucide-react/icons/boxes'
import type { PageManifest } from '../manifest.ts'
import { modelRoutes } from './routes.ts'

export const manifest: PageManifest = {
  routes: [
    {
      path: modelRoutes.list,
      title: 'Models',
      load: () => import('./models-page.tsx').then((module) => module.ModelsPage),
    },
    {
      path: modelRoutes.calls,
      title: 'Calls',
      keywords: 'history llm',
      load: () => import('./calls/calls-page.tsx').then((module) => module.CallsPage),
    },
    {
      path: modelRoutes.call,
      load: () => import('./calls/call-page.tsx').then((module) => module.CallPage),
    },
    {
      path: modelRoutes.media,
      title: 'Media',
      load: () => import('./media/media-page.tsx').then((module) => module.MediaPage),
    },
    {
      path: modelRoutes.mediaJob,
      load: () => import('./media/media-job-page.tsx').then((module) => module.MediaJobPage),
    },
    {
      path: modelRoutes.providers,
      title: 'Providers',
      load: () => import('./providers/providers-page.tsx').then((module) => module.ProvidersPage),
    },
  ],
  navigation: [
    {
      group: 'Build',
      label: 'Models',
      to: modelRoutes.list,
      icon: Boxes,
      key: 'm',
      keywords: 'llm prices catalogue calls media providers',
    },
  ],
  palette: () => import('./palette.ts').then((module) => module.entries),
}
