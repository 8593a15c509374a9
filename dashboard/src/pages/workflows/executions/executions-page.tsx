import { Page } from '../../../components/layout/page.tsx'
import { actingHeaders } from '../../../features/end-users/act-as.ts'
import { executionPath, executionsPath } from '../../../features/workflows/workflows-api.ts'
import { ListTabs } from '../list/list-tabs.tsx'
import { WorkflowFrame } from '../workflow-frame.tsx'
import { ExecutionList } from './execution-list.tsx'

const callsFor = (workflowId?: string) =>
  [
    {
      title: 'List',
      call: { method: 'GET', path: executionsPath, query: { workflowId }, headers: actingHeaders() },
    },
    { title: 'Retrieve one', call: { method: 'GET', path: executionPath, headers: actingHeaders() } },
  ] as const

/** The executions of all workflows. */
export const AllExecutionsPage = () => (
  <Page
    title="Workflow executions"
    about="Every execution with its steps, results and costs."
    calls={callsFor()}
  >
    <ListTabs />
    <ExecutionList />
  </Page>
)

/** The executions of one workflow. */
export const ExecutionsPage = () => (
  <WorkflowFrame calls={({ id }) => callsFor(id)}>
    {({ id }) => <ExecutionList workflowId={id} />}
  </WorkflowFrame>
)
