import GitPullRequest from 'lucide-react/icons/git-pull-request'
import Table2 from 'lucide-react/icons/table-2'
import { usePendingApprovalCount } from '../../features/workflows/use-pending-pauses.ts'
import type { PageManifest } from '../manifest.ts'
import { tableAddresses } from './addresses.ts'

export const manifest: PageManifest = {
  routes: [
    {
      address: tableAddresses.list,
      title: 'Tables',
      load: () => import('./tables-page.tsx').then((module) => module.TablesPage),
    },
    {
      address: tableAddresses.detail,
      load: () => import('./table-page.tsx').then((module) => module.TablePage),
    },
    {
      address: tableAddresses.schema,
      load: () => import('./schema/schema-page.tsx').then((module) => module.SchemaPage),
    },
    {
      address: tableAddresses.allProposals,
      title: 'Approvals',
      load: () => import('./proposals/all-proposals-page.tsx').then((module) => module.AllProposalsPage),
    },
    {
      address: tableAddresses.proposals,
      load: () => import('./proposals/proposals-page.tsx').then((module) => module.ProposalsPage),
    },
    {
      address: tableAddresses.proposal,
      load: () => import('./proposals/proposal-page.tsx').then((module) => module.ProposalPage),
    },
  ],
  navigation: [
    {
      group: 'Data',
      label: 'Tables',
      to: tableAddresses.list,
      icon: Table2,
      key: 't',
      keywords: 'collections rows database',
    },
    {
      group: 'People',
      label: 'Approvals',
      to: tableAddresses.allProposals,
      icon: GitPullRequest,
      key: 'r',
      keywords: 'proposals review approve reject table writes changes workflows human',
      useCount: usePendingApprovalCount,
    },
  ],
  palette: () => import('./palette.ts').then((module) => module.entries),
}
