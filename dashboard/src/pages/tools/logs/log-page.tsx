import type { ToolExecutionLogDetail } from '@stoa/sdk'
import { Link, useParams } from '@tanstack/react-router'
import { CopyId } from '../../../components/actions/copy-id.tsx'
import { JsonTree } from '../../../components/code/json-tree.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { Card, DescriptionList, Page } from '../../../components/layout/page.tsx'
import { formatDuration } from '../../../components/text/format-duration.ts'
import { formatAmount } from '../../../components/text/format-number.ts'
import { exactTime } from '../../../components/text/relative-time.ts'
import { actAs, actingHeaders } from '../../../features/end-users/act-as.ts'
import { EndUserName } from '../../../features/end-users/end-user-name.tsx'
import { useEndUserNames } from '../../../features/end-users/use-end-user-names.ts'
import { ResultView } from '../../../features/sandboxes/workbench/console.tsx'
import { LogState } from '../../../features/tools/run-state.tsx'
import { ToolLink } from '../../../features/tools/tool-link.tsx'
import { fixturesPath, logPath } from '../../../features/tools/tools-api.ts'
import { useToolNames } from '../../../features/tools/use-tool-names.ts'
import { WorkflowName } from '../../../features/workflows/workflow-name.tsx'
import { href } from '../../../href.ts'
import { useRead } from '../../../project.ts'
import { connectionRoutes } from '../../connections/routes.ts'
import { fileRoutes } from '../../files/routes.ts'
import { toolRoutes } from '../routes.ts'
import { ErrorBox } from '../run/result.tsx'
import { SaveFixture } from '../run/save-fixture.tsx'
import { RunAgain } from './run-again.tsx'
import '../../../features/sandboxes/executions.css'

export function LogPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const {
    data: log,
    error,
    refetch,
  } = useRead(['tool-runs', 'one', id], (api, signal) =>
    actAs(api).get(logPath, { params: { logId: id }, signal }),
  )
  const nameOf = useToolNames(log ? [log.toolSlug] : [])
  const back = { to: toolRoutes.runs, label: 'Runs' }
  if (!log) {
    return (
      <Page title="Run" back={back}>
        {error ? <ErrorAlert error={error} retry={() => void refetch()} /> : <SkeletonLines count={8} />}
      </Page>
    )
  }
  const toolName = nameOf(log.toolSlug) ?? log.toolSlug
  return (
    <Page
      title={`Run of ${toolName}`}
      badge={<LogState log={log} />}
      back={back}
      actions={
        log.status === 'running' ? null : (
          <>
            <RunAgain key={log.id} log={log} toolName={toolName} />
            <SaveFixture logId={log.id} />
          </>
        )
      }
      calls={[
        {
          title: 'Retrieve',
          call: { method: 'GET', path: logPath, params: { logId: id }, headers: actingHeaders() },
        },
        {
          title: 'Save as fixture',
          call: { method: 'POST', path: fixturesPath, headers: actingHeaders(), body: { logId: id } },
        },
      ]}
    >
      <div className="page-sides">
        <div className="stack">
          <Payloads log={log} />
        </div>
        <LogFacts log={log} />
      </div>
    </Page>
  )
}

const Payloads = ({ log }: { log: ToolExecutionLogDetail }) => (
  <>
    {log.error !== null && <ErrorBox error={log.error} errorCode={log.errorCode} />}
    <Card title="Arguments">
      {log.arguments === null || log.arguments === undefined ? (
        <p className="muted">Logging of inputs and outputs is off. Turn it on in Settings for future runs.</p>
      ) : (
        <JsonTree value={log.arguments} label="Arguments" />
      )}
    </Card>
    {log.result !== null && log.result !== undefined && <ResultView value={log.result} />}
    {log.fileId && (
      <p>
        <Link to={href(fileRoutes.detail, { id: log.fileId })}>Full result as a file</Link>
      </p>
    )}
  </>
)

function LogFacts({ log }: { log: ToolExecutionLogDetail }) {
  const nameOf = useEndUserNames([log.eUID])
  return (
    <Card title="Details">
      <DescriptionList
        facts={[
          ['Tool', <ToolLink key="tool" slug={log.toolSlug} />],
          ['Slug', <CopyId key="slug" id={log.toolSlug} label="slug" />],
          ['Version', log.version],
          ['Duration', log.durationMs === null ? 'still running' : formatDuration(log.durationMs)],
          ['Credits', formatAmount(log.creditsCharged)],
          ['Attempts', log.tries],
          ['Upstream status', log.upstreamStatus ?? '–'],
          ...(log.errorCode ? [['Error code', <code key="code">{log.errorCode}</code>] as const] : []),
          [
            'Account',
            log.connectedAccountId ? (
              <Link key="account" to={href(connectionRoutes.detail, { id: log.connectedAccountId })}>
                …{log.connectedAccountId.slice(-8)}
              </Link>
            ) : (
              'none'
            ),
          ],
          ['End user', <EndUserName key="user" id={log.eUID} name={nameOf(log.eUID)} />],
          ...(log.threadId ? [['Thread', <CopyId key="thread" id={log.threadId} />] as const] : []),
          ...(log.workflowId ? [['Workflow', <WorkflowName key="flow" id={log.workflowId} />] as const] : []),
          ['Started', exactTime(new Date(log.createdAt))],
          ['ID', <CopyId key="id" id={log.id} />],
        ]}
      />
    </Card>
  )
}
