import type { SandboxSession } from '@stoa/sdk'
import { useParams } from '@tanstack/react-router'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { Button } from '../../../components/actions/button.tsx'
import { CopyId } from '../../../components/actions/copy-id.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { StaleNotice } from '../../../components/feedback/stale-notice.tsx'
import { Chips } from '../../../components/feedback/status.tsx'
import { Card, DescriptionList, Page } from '../../../components/layout/page.tsx'
import { Countdown } from '../../../components/text/countdown.tsx'
import { formatDuration } from '../../../components/text/format-duration.ts'
import { formatAmount } from '../../../components/text/format-number.ts'
import { TimeAgo } from '../../../components/text/time-ago.tsx'
import { actAs } from '../../../features/end-users/act-as.ts'
import { EndUserName } from '../../../features/end-users/end-user-name.tsx'
import { useEndUserNames } from '../../../features/end-users/use-end-user-names.ts'
import {
  executePath,
  sessionPath,
  workspaceKey,
  workspaceListPath,
} from '../../../features/sandboxes/sandbox-paths.ts'
import { sessionName, threadOf } from '../../../features/sandboxes/session-name.ts'
import { useRead, useRefresh } from '../../../project.ts'
import { ExecutionList } from '../executions/execution-list.tsx'
import { sandboxRoutes } from '../routes.ts'
import { useDraft } from '../workbench/use-draft.ts'
import { Workbench } from '../workbench/workbench.tsx'
import { SessionMenu } from './session-menu.tsx'
import { clocksOf, SessionState } from './session-state.tsx'
import { useSessionPower } from './use-session-power.ts'
import { Workspace } from './workspace.tsx'
import './session-page.css'

export function SessionPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const { data, error, refetch } = useRead(
    ['sandbox', 'session', id],
    (api, signal) => actAs(api).get(sessionPath, { params: { id }, signal }),
    { refetchInterval: 5_000 },
  )
  const back = { to: sandboxRoutes.sessions, label: 'Sandbox sessions' }
  if (!data) {
    return (
      <Page title="Sandbox session" back={back}>
        {error ? <ErrorAlert error={error} retry={() => void refetch()} /> : <SkeletonLines count={8} />}
      </Page>
    )
  }
  const isOver = data.status === 'ended'
  return (
    <Page
      title={`Session ${sessionName(data)}`}
      badge={<SessionState session={data} />}
      back={back}
      actions={!isOver && <SessionButtons session={data} />}
      calls={callsOf(id)}
    >
      {error && <StaleNotice error={error} />}
      {isOver ? <SessionEnded /> : <SessionWorkbench session={data} />}
      <div className="page-sides">
        <section className="stack" aria-label="Executions">
          <h2>Executions</h2>
          <ExecutionList sessionId={id} />
        </section>
        <div className="stack">
          {!isOver && <Workspace session={data} />}
          <Card title="Details">
            <SessionFacts session={data} />
          </Card>
        </div>
      </div>
    </Page>
  )
}

function SessionButtons({ session }: { session: SandboxSession }) {
  const { isBusy, pause, resume } = useSessionPower(session)
  const isPaused = session.status === 'paused'
  return (
    <>
      <Button
        icon={isPaused ? <Play size={14} aria-hidden /> : <Pause size={14} aria-hidden />}
        isBusy={isBusy}
        onClick={isPaused ? resume : pause}
      >
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
      <SessionMenu session={session} />
    </>
  )
}

function SessionWorkbench({ session }: { session: SandboxSession }) {
  const saved = useDraft(`session ${session.id}`)
  const refresh = useRefresh()
  return (
    <Card title="Console">
      <Workbench
        saved={saved}
        sessionId={session.id}
        options={
          session.status === 'paused' && (
            <p className="muted small">The session is paused. Running a script resumes it.</p>
          )
        }
        onEnd={() => void refresh(['sandbox'], workspaceKey(session.id))}
      />
    </Card>
  )
}

const SessionEnded = () => (
  <p className="muted" role="status">
    This session has ended and its files are deleted. Its history stays available.
  </p>
)

function SessionFacts({ session }: { session: SandboxSession }) {
  const nameOf = useEndUserNames([session.eUID])
  const clocks = clocksOf(session)
  const thread = threadOf(session)
  return (
    <DescriptionList
      facts={[
        ['End user', <EndUserName key="user" id={session.eUID} name={nameOf(session.eUID)} />],
        ...(thread === null ? [] : [['Thread', <code key="thread">{thread}</code>] as const]),
        ['Idle timeout', <Clock key="idle" sec={session.idleTimeoutSec} until={clocks?.idle} />],
        ['Max duration', <Clock key="whole" sec={session.maxDurationSec} until={clocks?.whole} />],
        ['On timeout', session.onTimeout === 'pause' ? 'pause' : 'end'],
        ['Executions', formatAmount(session.executionCount)],
        ['Credits', formatAmount(session.creditsUsed)],
        ['Network', <Chips key="hosts" items={session.allowedHosts} none="off" />],
        ['Environment', <Chips key="env" items={session.envNames} none="empty" />],
        ['Limits', `${session.limits.memoryMb} MB memory, ${session.limits.diskMb} MB files`],
        ['Isolation', session.isolation],
        ['Last used', <TimeAgo key="used" at={session.lastActivityAt} />],
        ['Created', <TimeAgo key="created" at={session.createdAt} />],
        ['ID', <CopyId key="id" id={session.id} />],
      ]}
    />
  )
}

const Clock = ({ sec, until }: { sec: number; until: Date | undefined }) => (
  <span>
    {formatDuration(sec * 1000)}
    {until && (
      <span className="muted">
        , <Countdown until={until} done="none" /> left
      </span>
    )}
  </span>
)

function callsOf(id: string) {
  const params = { id }
  return [
    { title: 'Retrieve', call: { method: 'GET', path: sessionPath, params } },
    {
      title: 'Run a script',
      call: {
        method: 'POST',
        path: executePath,
        params,
        body: { language: 'python', source: 'return 1 + 1' },
      },
    },
    { title: 'List files', call: { method: 'GET', path: workspaceListPath, params } },
    { title: 'Pause', call: { method: 'POST', path: '/api/v1/sandbox/sessions/{id}/pause', params } },
    { title: 'End', call: { method: 'DELETE', path: sessionPath, params } },
  ] as const
}
