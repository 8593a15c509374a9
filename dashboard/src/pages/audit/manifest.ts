import ScrollText from 'lucide-react/icons/scroll-text'
import type { PageManifest } from '../manifest.ts'
import { auditAddresses } from './addresses.ts'

export const manifest: PageManifest = {
  routes: [
    {
      address: auditAddresses.list,
      title: 'Audit log',
      load: () => import('./audit-page.tsx').then((module) => module.AuditPage),
    },
  ],
  navigation: [
    {
      group: 'Project',
      label: 'Audit log',
      to: auditAddresses.list,
      icon: ScrollText,
      key: 'a',
      keywords: 'history',
      isAdminOnly: true,
    },
  ],
}
