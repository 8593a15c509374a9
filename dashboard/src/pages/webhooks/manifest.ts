import WebhookIcon from 'lucide-react/icons/webhook'
import type { PageManifest } from '../manifest.ts'
import { webhookRoutes } from './routes.ts'

export const manifest: PageManifest = {
  routes: [
    {
      path: webhookRoutes.list,
      title: 'Webhooks',
      load: () => import('./webhooks-page.tsx').then((module) => module.WebhooksPage),
    },
    {
      path: webhookRoutes.detail,
      load: () => import('./webhook-page.tsx').then((module) => module.WebhookPage),
    },
  ],
  navigation: [
    {
      group: 'Project',
      label: 'Webhooks',
      to: webhookRoutes.list,
      icon: WebhookIcon,
      key: 'h',
      keywords: 'hooks deliveries events',
      isAdminOnly: true,
    },
  ],
  palette: () => import('./palette.ts').then((module) => module.entries),
}
