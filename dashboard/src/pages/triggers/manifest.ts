import Zap from 'lucide-react/icons/zap'
import type { PageManifest } from '../manifest.ts'
import { triggerRoutes } from './routes.ts'

export const manifest: PageManifest = {
  routes: [
    {
      path: triggerRoutes.list,
      title: 'Triggers',
      load: () => import('./list/triggers-page.tsx').then((module) => module.TriggersPage),
    },
    {
      path: triggerRoutes.detail,
      load: () => import('./trigger-page.tsx').then((module) => module.TriggerPage),
    },
  ],
  navigation: [
    {
      group: 'Build',
      label: 'Triggers',
      to: triggerRoutes.list,
      icon: Zap,
      key: 'j',
      keywords: 'schedules cron webhooks events polling automation jobs',
    },
  ],
  palette: () => import('./palette.ts').then((module) => module.entries),
}
