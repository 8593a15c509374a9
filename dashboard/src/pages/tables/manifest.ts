import GitPullRequest from 'lucide-react/icons/git-pull-request'
import Table2 from 'lucide-react/icons/table-2'
import { usePendingApprovalCount } from '../../features/workflows/use-pending-pauses.ts'
import type { PageManifest } from '../manifest.ts'
import { tableRoutes } from './routes.ts'

export const manifest: PageManifest = {
  routes: [
    {
      path: tableRoutes.list,
      title: 'Tables',
      load: () => import('./tables-page.tsx').then((module) => module.TablesPage),
    },
    {
      path: tableRoutes.detail,
      load: () => import('./table-page.tsx').then((module) => module.TablePage),
    },
    {
      path: tableRoutes.schema,
      load: () => import('./schema/schema-page.tsx').then((module) => module.SchemaPage),
    },
    {
      path: tableRoutes.allProposals,
      title: 'Approvals',
      load: () => import('./proposals/all-proposals-page.tsx').then((module) => module.AllProposalsPage),
    },
    {
      path: tableRoutes.proposals,
      load: () => import('./proposals/proposals-page.tsx').then((module) => module.ProposalsPage),
    },
    {
      path: tableRoutes.proposal,
      load: () => import('./proposals/proposal-page.tsx').then((module) => module.ProposalPage),
    },
  ],
  navigation: [
    {
      group: 'Data',
      label: 'Tables',
      to: tableRoutes.list,
      icon: Table2,
      key: 't',
      keywords: 'collections rows database',
    },
    {
      group: 'People',
      label: 'Approvals',
      to: tableRoutes.allProposals,
      icon: GitPullRequest,
      key: 'r',
      keywords: 'proposals review approve reject table writes changes workflows human',
      useCount: usePendingApprovalCount,
    },
  ],
  palette: () => import('./palette.ts').then((module) => module.entries),
}
