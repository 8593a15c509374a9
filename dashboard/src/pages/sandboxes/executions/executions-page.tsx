import { useFilters } from '../../../filters.ts'
import { Page } from '../../../parts/page.tsx'
import { ownerHeaders } from '../../files/files-api.ts'
import { executionPath, executionsPath } from '../sandbox-paths.ts'
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
          call: { method: 'GET', path: executionsPath, query, headers: ownerHeaders(owner) },
        },
        {
          title: 'Retrieve one with its receipt',
          call: { method: 'GET', path: executionPath, headers: ownerHeaders(owner) },
        },
        {
          title: 'Rerun and compare',
          call: { method: 'POST', path: `${executionPath}/rerun`, headers: ownerHeaders(owner) },
        },
      ]}
    >
      <SandboxTabs />
      <ExecutionList />
    </Page>
  )
}
