import { Page } from '../../../components/layout/page.tsx'
import { actingHeaders } from '../../../features/end-users/act-as.ts'
import { ToolkitTabs } from '../../../features/toolkits/toolkit-tabs.tsx'
import { LogList } from '../../../features/tools/run-log-list.tsx'
import { logPath, logsPath } from '../../../features/tools/tools-api.ts'
import { useFilters } from '../../../filters.ts'

export function LogsPage() {
  const { owner, state, ...query } = useFilters().filters
  return (
    <Page
      title="Tool runs"
      about="Every tool run, from all callers."
      calls={[
        {
          title: 'List',
          call: {
            method: 'GET',
            path: logsPath,
            query: { ...query, successful: state },
            headers: actingHeaders(owner),
          },
        },
        { title: 'Retrieve one', call: { method: 'GET', path: logPath, headers: actingHeaders(owner) } },
      ]}
    >
      <ToolkitTabs />
      <LogList />
    </Page>
  )
}
