import type { BrowserSession } from '@stoa/sdk'
import { useNavigate, useParams } from '@tanstack/react-router'
import Wrench from 'lucide-react/icons/wrench'
import X from 'lucide-react/icons/x'
import { Button } from '../../../components/actions/button.tsx'
import { CopyId } from '../../../components/actions/copy-id.tsx'
import { DialogButton } from '../../../components/actions/dialog-button.tsx'
import { StaleNotice } from '../../../components/feedback/stale-notice.tsx'
import { Chips } from '../../../components/feedback/status.tsx'
import { DetailPage } from '../../../components/layout/detail-page.tsx'
import { Card, DescriptionList } from '../../../components/layout/page.tsx'
import { formatDuration } from '../../../components/text/format-duration.ts'
import { formatAmount } from '../../../components/text/format-number.ts'
import { TimeAgo } from '../../../components/text/time-ago.tsx'
import {
  actionsPath,
  closePath,
  requestHandoffPath,
  sessionPath,
  snapshotPath,
} from '../../../features/browsers/browser-paths.ts'
import { sessionName } from '../../../features/browsers/session-name.ts'
import { actAs } from '../../../features/end-users/act-as.ts'
import { EndUserName } from '../../../features/end-users/end-user-name.tsx'
import { useEndUserNames } from '../../../features/end-users/use-end-user-names.ts'
import { href } from '../../../href.ts'
import { useRead } from '../../../project.ts'
import { CloseSession } from '../close-session.tsx'
import { browserRoutes } from '../routes.ts'
import { driverNames, SessionState } from '../session-state.tsx'
import { Downloads } from './downloads.tsx'
import { EventLog } from './event-log.tsx'
import { LiveCard } from './live-card.tsx'
import { OpenPages } from './open-pages.tsx'
import { RecordingCard } from './recording-card.tsx'
import { SnapshotCard } from './snapshot-card.tsx'
import { useBrowserActions } from './use-browser-actions.ts'
import { useSessionEvents } from './use-session-events.ts'
import './session-page.css'

export function SessionPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const query = useRead(
    ['browsers', 'session', id],
    (api, signal) => actAs(api).get(sessionPath, { params: { sessionId: id }, signal }),
    { refetchInterval: (session) => (session?.endedAt ? false : 2_000) },
  )
  return (
    <DetailPage
      query={query}
      kind="Browser session"
      back={{ to: browserRoutes.sessions, label: 'Browsers' }}
      head={(session) => ({
        title: sessionName(session),
        badge: <SessionState session={session} />,
        actions: <SessionActions session={session} />,
        calls: callsOf(id),
      })}
    >
      {(session) => (
        <>
          {query.error && <StaleNotice error={query.error} />}
          <SessionBody session={session} />
        </>
      )}
    </DetailPage>
  )
}

function SessionActions({ session }: { session: BrowserSession }) {
  const navigate = useNavigate()
  return (
    <>
      {session.driver === 'chromium' && (
        <Button
          icon={<Wrench size={14} aria-hidden />}
          onClick={() => void navigate({ to: href(browserRoutes.tool, { id: session.id }) })}
        >
          Create tool
        </Button>
      )}
      {session.endedAt === null && (
        <DialogButton
          label="Close"
          icon={<X size={14} aria-hidden />}
          variant="danger-outline"
          dialog={(close) => <CloseSession session={session} onClose={close} />}
        />
      )}
    </>
  )
}

function SessionBody({ session }: { session: BrowserSession }) {
  const events = useSessionEvents(session.id)
  const actions = useBrowserActions(session.id)
  return (
    <>
      {session.alive ? <LiveCard session={session} actions={actions} /> : <NotLive session={session} />}
      <div className="page-sides">
        <div className="stack">
          <EventLog query={events} />
          {session.record && session.driver === 'chromium' && <RecordingCard session={session} />}
          {session.alive && <SnapshotCard session={session} />}
        </div>
        <div className="stack">
          {session.alive && session.driver === 'chromium' && (
            <OpenPages session={session} actions={actions} />
          )}
          <Downloads events={events.data ?? []} />
          <Card title="Details">
            <SessionFacts session={session} />
          </Card>
        </div>
      </div>
    </>
  )
}

const NotLive = ({ session: { queuePosition, error } }: { session: BrowserSession }) => (
  <p className="muted" role="status">
    {queuePosition !== null
      ? 'The session starts once another one of this end user has ended.'
      : `This session has ended. ${error ?? 'Its event log and its downloads stay available for 30 days.'}`}
  </p>
)

function SessionFacts({ session }: { session: BrowserSession }) {
  const nameOf = useEndUserNames([session.eUID])
  const { viewport } = session
  return (
    <DescriptionList
      facts={[
        ['Driver', driverNames[session.driver]],
        ['End user', <EndUserName key="user" id={session.eUID} name={nameOf(session.eUID)} />],
        ...(session.threadId === null
          ? []
          : [['Thread', <code key="thread">{session.threadId}</code>] as const]),
        [
          'Profile',
          session.profileId === null ? (
            <span className="muted">none</span>
          ) : (
            <CopyId key="profile" id={session.profileId} label="profile ID" />
          ),
        ],
        [
          'Allowed hosts',
          <Chips key="hosts" items={session.allowedHosts ?? []} none="the public internet" />,
        ],
        ...(session.proxy === null ? [] : [['Proxy', <code key="proxy">{session.proxy.url}</code>] as const]),
        ['Idle timeout', session.keepAlive ? 'never' : formatDuration(session.idleTimeoutSec * 1000)],
        ['Timeout', formatDuration(session.timeoutSec * 1000)],
        ['Viewport', `${viewport.width} × ${viewport.height}`],
        ['Locale', `${session.locale}, ${session.timezone}`],
        ['Credits', formatAmount(session.creditsUsed)],
        ['Last used', <TimeAgo key="used" at={session.lastActivityAt} />],
        ['Created', <TimeAgo key="created" at={session.createdAt} />],
        ['ID', <CopyId key="id" id={session.id} />],
      ]}
    />
  )
}

function callsOf(sessionId: string) {
  const params = { sessionId }
  return [
    { title: 'Retrieve', call: { method: 'GET', path: sessionPath, params } },
    {
      title: 'Act',
      call: {
        method: 'POST',
        path: actionsPath,
        params,
        body: { actions: [{ type: 'goto', url: 'https://example.com' }] },
      },
    },
    {
      title: 'Read the page',
      call: { method: 'GET', path: snapshotPath, params, query: { format: 'a11y' } },
    },
    {
      title: 'Hand to a human',
      call: { method: 'POST', path: requestHandoffPath, params, body: { reason: 'Sign in' } },
    },
    { title: 'Close', call: { method: 'POST', path: closePath, params } },
  ] as const
}
