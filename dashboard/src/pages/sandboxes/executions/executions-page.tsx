import { Page } from '../../../components/layout/page.tsx'
import { actingHeaders } from '../../../features/end-users/act-as.ts'
import { executionPath, executionsPath } from '../../../features/sandboxes/sandbox-paths.ts'
import { useFilters } from '../../../filters.ts'
import { SandboxTabs } from '../sandbox-tabs.tsx'
import { ExecutionList } from './execution-list.tsx'

export function ExecutionsPage() {
  const { owner, ...query } = useFilters().filters
  return (
    <Page
      title="Executions"
      about="Every script execution, with a receipt to rerun and compare it."
      calls={[
        {
          title: 'List',
          call: { method: 'GET', path: executionsPath, query, headers: actingHeaders(owner) },
        },
        {
          title: 'Retrieve one with its receipt',
          call: { method: 'GET', path: executionPath, headers: actingHeaders(owner) },
        },
        {
          title: 'Rerun and compare',
          call: { method: 'POST', path: `${executionPath}/rerun`, headers: actingHeaders(owner) },
        },
      ]}
    >
      <SandboxTabs />
      <ExecutionList />
    </Page>
  )
}
