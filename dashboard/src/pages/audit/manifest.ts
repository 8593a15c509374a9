import ScrollText from 'lucide-react/icons/scroll-text'
import type { PageManifest } from '../manifest.ts'
import { auditRoutes } from './routes.ts'

export const manifest: PageManifest = {
  routes: [
    {
      path: auditRoutes.list,
      title: 'Audit log',
      load: () => import('./audit-page.tsx').then((module) => module.AuditPage),
    },
  ],
  navigation: [
    {
      group: 'Project',
      label: 'Audit log',
      to: auditRoutes.list,
      icon: ScrollText,
      key: 'a',
      keywords: 'history',
      isAdminOnly: true,
    },
  ],
}
