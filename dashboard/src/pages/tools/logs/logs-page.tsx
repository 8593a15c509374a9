import { useFilters } from '../../../filters.ts'
import { Page } from '../../../parts/page.tsx'
import { ToolkitTabs } from '../../toolkits/toolkit-tabs.tsx'
import { logPath, logsPath, runHeaders } from '../tool-paths.ts'
import { LogList } from './log-list.tsx'

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
            headers: runHeaders(owner),
          },
        },
        { title: 'Retrieve one', call: { method: 'GET', path: logPath, headers: runHeaders(owner) } },
      ]}
    >
      <ToolkitTabs />
      <LogList />
    </Page>
  )
}
