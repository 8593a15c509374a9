import WebhookIcon from 'lucide-react/icons/webhook'
import type { PageManifest } from '../manifest.ts'
import { webhookAddresses } from './addresses.ts'

export const manifest: PageManifest = {
  routes: [
    {
      address: webhookAddresses.list,
      title: 'Webhooks',
      load: () => import('./webhooks-page.tsx').then((module) => module.WebhooksPage),
    },
    {
      address: webhookAddresses.detail,
      load: () => import('./webhook-page.tsx').then((module) => module.WebhookPage),
    },
  ],
  navigation: [
    {
      group: 'Project',
      label: 'Webhooks',
      to: webhookAddresses.list,
      icon: WebhookIcon,
      key: 'h',
      keywords: 'hooks deliveries events',
      isAdminOnly: true,
    },
  ],
  palette: () => import('./palette.ts').then((module) => module.entries),
}
