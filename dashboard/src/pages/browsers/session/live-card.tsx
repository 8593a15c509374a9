import type { BrowserSession } from '@stoa/sdk'
import Hand from 'lucide-react/icons/hand'
import { useRef } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { Status } from '../../../components/feedback/status.tsx'
import { AddressBar, type Navigation } from './address-bar.tsx'
import type { BrowserActions } from './use-browser-actions.ts'
import { useHandoff } from './use-handoff.ts'
import { type LiveViewState, useLiveView } from './use-live-view.ts'
import './live-card.css'

type LiveProps = { session: BrowserSession; actions: BrowserActions }

/** The session as it is now, and the way to take over. */
export function LiveCard({ session, actions }: LiveProps) {
  const screen = useRef<HTMLCanvasElement>(null)
  const view = useLiveView(session, screen)
  const handoff = useHandoff(session)
  const isHuman = session.handoffId !== null
  // In control, the page is moved by hand; otherwise by an action, which is in the event log.
  const go = (to: Navigation) => {
    if (isHuman) view.send(to)
    else void actions.act(to)
  }
  return (
    <section className="browser-live card" aria-label="Live view" data-human={isHuman ? '' : undefined}>
      <AddressBar
        url={view.page?.url ?? session.url ?? ''}
        isDisabled={isHuman && !view.canControl}
        isBusy={actions.isBusy}
        go={go}
      />
      {session.driver === 'chromium' ? (
        <canvas
          ref={screen}
          className="browser-screen"
          width={session.viewport.width}
          height={session.viewport.height}
          tabIndex={0}
          role="img"
          aria-label={`Live image of ${view.page?.title || session.title || 'the page'}`}
          data-control={view.canControl ? '' : undefined}
        />
      ) : (
        <p className="empty muted">
          The HTTP driver has no images. Read the page as text below, or create a session with Chromium.
        </p>
      )}
      <div className="browser-live-foot">
        <LiveStatus session={session} view={view} reason={handoff.current?.reason} />
        {session.driver === 'chromium' && (
          <Button
            variant={isHuman ? 'primary' : 'secondary'}
            icon={<Hand size={14} aria-hidden />}
            isBusy={handoff.isBusy}
            onClick={isHuman ? handoff.giveBack : handoff.take}
          >
            {isHuman ? 'Return control' : 'Take control'}
          </Button>
        )}
      </div>
    </section>
  )
}

type StatusProps = { session: BrowserSession; view: LiveViewState; reason: string | undefined }

function LiveStatus({ session, view, reason }: StatusProps) {
  if (session.driver === 'http') return <Status kind="off">No live view</Status>
  const because = reason === undefined ? '' : ` (${reason})`
  return (
    <span role="status">
      {!view.isConnected ? (
        <Status kind="warn">Connecting…</Status>
      ) : view.refusal !== null ? (
        <Status kind="bad">{view.refusal}</Status>
      ) : view.canControl ? (
        <Status kind="good">
          You are in control{because}. Nothing that you see or type reaches the agent or the log.
        </Status>
      ) : (
        <Status kind="good">Live. The agent is in control.</Status>
      )}
    </span>
  )
}
