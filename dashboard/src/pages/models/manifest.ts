import Boxes from 'lucide-react/icons/boxes'
import type { PageManifest } from '../manifest.ts'
import { modelAddresses } from './addresses.ts'

export const manifest: PageManifest = {
  routes: [
    {
      address: modelAddresses.list,
      title: 'Models',
      load: () => import('./models-page.tsx').then((module) => module.ModelsPage),
    },
    {
      address: modelAddresses.calls,
      title: 'Calls',
      load: () => import('./calls/calls-page.tsx').then((module) => module.CallsPage),
    },
    {
      address: modelAddresses.call,
      load: () => import('./calls/call-page.tsx').then((module) => module.CallPage),
    },
    {
      address: modelAddresses.media,
      title: 'Media',
      load: () => import('./media/media-page.tsx').then((module) => module.MediaPage),
    },
    {
      address: modelAddresses.mediaJob,
      load: () => import('./media/media-job-page.tsx').then((module) => module.MediaJobPage),
    },
    {
      address: modelAddresses.providers,
      title: 'Providers',
      load: () => import('./providers/providers-page.tsx').then((module) => module.ProvidersPage),
    },
  ],
  navigation: [
    {
      group: 'Build',
      label: 'Models',
      to: modelAddresses.list,
      icon: Boxes,
      key: 'm',
      keywords: 'llm prices catalogue calls media providers',
    },
  ],
  palette: () => import('./palette.ts').then((module) => module.entries),
}
