import type { ToolExecutionLogDetail } from '@stoa/sdk'
import { Link, useParams } from '@tanstack/react-router'
import { addresses } from '../../../addresses.ts'
import { amount } from '../../../parts/amounts.ts'
import { CopyId } from '../../../parts/copy-id.tsx'
import { EndUserName } from '../../../parts/end-user-name.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { JsonTree } from '../../../parts/json-tree.tsx'
import { Card, Facts, Page } from '../../../parts/page.tsx'
import { exactTime } from '../../../parts/relative-time.ts'
import { duration } from '../../../parts/remaining.ts'
import { SkeletonLines } from '../../../parts/skeleton.tsx'
import { useRead } from '../../../project.tsx'
import { useEndUserNames } from '../../end-users/use-end-user-names.ts'
import { ResultView } from '../../sandboxes/workbench/console.tsx'
import { KeepFixture } from '../run/keep-fixture.tsx'
import { ErrorBox } from '../run/result.tsx'
import { fixturesPath, logPath, runHeaders, runsOf, toolAddress } from '../tool-paths.ts'
import { LogState } from './log-state.tsx'
import '../../sandboxes/executions/executions.css'

export function LogPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const {
    data: log,
    error,
    refetch,
  } = useRead(['tool-runs', 'one', id], (api, signal) =>
    runsOf(api).get(logPath, { params: { logId: id }, signal }),
  )
  const back = { to: addresses.toolRuns, label: 'Runs' }
  if (!log) {
    return (
      <Page title="Run" back={back}>
        {error ? <Failure error={error} retry={() => void refetch()} /> : <SkeletonLines count={8} />}
      </Page>
    )
  }
  return (
    <Page
      title={`Run …${id.slice(-8)}`}
      mark={<LogState log={log} />}
      about={
        <>
          of <Link to={toolAddress(log.toolSlug)}>{log.toolSlug}</Link>
        </>
      }
      back={back}
      actions={log.status === 'running' ? null : <KeepFixture logId={log.id} />}
      calls={[
        {
          title: 'Retrieve',
          call: { method: 'GET', path: logPath, params: { logId: id }, headers: runHeaders() },
        },
        {
          title: 'Save as fixture',
          call: { method: 'POST', path: fixturesPath, headers: runHeaders(), body: { logId: id } },
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
        <Link to={addresses.file.replace('{id}', log.fileId)}>Full result as a file</Link>
      </p>
    )}
  </>
)

function LogFacts({ log }: { log: ToolExecutionLogDetail }) {
  const nameOf = useEndUserNames([log.eUID])
  return (
    <Card title="Details">
      <Facts
        facts={[
          ['Version', log.version],
          ['Duration', log.durationMs === null ? 'still running' : duration(log.durationMs)],
          ['Credits', amount(log.creditsCharged)],
          ['Attempts', log.tries],
          ['Upstream status', log.upstreamStatus ?? 'nothing'],
          ...(log.errorCode ? [['Error code', <code key="code">{log.errorCode}</code>] as const] : []),
          [
            'Account',
            log.connectedAccountId ? (
              <Link key="account" to={addresses.connection.replace('{id}', log.connectedAccountId)}>
                …{log.connectedAccountId.slice(-8)}
              </Link>
            ) : (
              'none'
            ),
          ],
          ['End user', <EndUserName key="user" id={log.eUID} name={nameOf(log.eUID)} />],
          ...(log.threadId ? [['Thread', <code key="thread">{log.threadId}</code>] as const] : []),
          ...(log.workflowId ? [['Workflow', <code key="flow">{log.workflowId}</code>] as const] : []),
          ['Started', exactTime(new Date(log.createdAt))],
          ['ID', <CopyId key="id" id={log.id} />],
        ]}
      />
    </Card>
  )
}
