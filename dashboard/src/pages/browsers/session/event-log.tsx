import type { BrowserEvent } from '@stoa/sdk'
import { useEffect, useRef, useState } from 'react'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { Chip } from '../../../components/feedback/status.tsx'
import { Card } from '../../../components/layout/page.tsx'
import { UrlSelect } from '../../../components/list/filter-bar.tsx'
import { TimeAgo } from '../../../components/text/time-ago.tsx'
import { describeEvent } from './describe-event.ts'
import type { SessionEvents } from './use-session-events.ts'

// A page can cause thousands; the rest are read by the API.
const shownLimit = 300

const kinds = [
  ['action', 'Actions'],
  ['dialog', 'Dialogs'],
  ['download', 'Downloads'],
  ['refused', 'Refused requests'],
  ['control', 'Control'],
] as const

/** What happened in the session, as it happens; the newest is last and in sight. */
export function EventLog({ query }: { query: SessionEvents }) {
  const [type, setType] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const { data, error, refetch } = query
  // Images of a recording have their own card.
  const matching = data?.filter((event) => (type === '' ? event.type !== 'frame' : event.type === type)) ?? []
  const shown = matching.slice(-shownLimit)
  const last = shown.at(-1)?.number
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight })
  }, [last])
  return (
    <Card
      title="Events"
      actions={
        <UrlSelect label="Kind of event" value={type} isSet={type !== ''} onChange={setType}>
          <option value="">All events</option>
          {kinds.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </UrlSelect>
      }
    >
      {data === undefined ? (
        error ? (
          <ErrorAlert error={error} retry={refetch} />
        ) : (
          <SkeletonLines count={4} />
        )
      ) : shown.length === 0 ? (
        <p className="muted">
          {type === '' ? 'Nothing happened yet. Actions, dialogs and downloads appear here.' : 'None.'}
        </p>
      ) : (
        <>
          {matching.length > shown.length && (
            <p className="muted small">
              The last {shownLimit} of {matching.length} events.
            </p>
          )}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled with the arrow keys. */}
          <div ref={list} className="browser-log" role="log" aria-label="Event log" tabIndex={0}>
            <ol>
              {shown.map((event) => (
                <EventLine key={event.number} event={event} />
              ))}
            </ol>
          </div>
        </>
      )}
    </Card>
  )
}

function EventLine({ event }: { event: BrowserEvent }) {
  const { label, text, detail, isBad } = describeEvent(event)
  return (
    <li className="browser-event" data-bad={isBad ? '' : undefined}>
      <Chip>{label}</Chip>
      <span className="browser-event-text mono small">{text}</span>
      <span className="muted small number">
        {detail && `${detail}, `}
        <TimeAgo at={event.createdAt} />
      </span>
    </li>
  )
}
