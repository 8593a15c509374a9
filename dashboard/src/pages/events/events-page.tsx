import Activity from 'lucide-react/icons/activity'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { useState } from 'react'
import { Button } from '../../components/actions/button.tsx'
import { CopyId } from '../../components/actions/copy-id.tsx'
import { JsonBlock } from '../../components/code/code-block.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { Status } from '../../components/feedback/status.tsx'
import { DescriptionList, Page } from '../../components/layout/page.tsx'
import { FilterBar, UrlSelect } from '../../components/list/filter-bar.tsx'
import { LongTable } from '../../components/list/long-table.tsx'
import type { Column } from '../../components/list/table.tsx'
import { exactTime } from '../../components/text/relative-time.ts'
import { TimeAgo } from '../../components/text/time-ago.tsx'
import { EndUserName } from '../../features/end-users/end-user-name.tsx'
import { useEndUserNames } from '../../features/end-users/use-end-user-names.ts'
import { EventName } from '../../features/events/event-name.tsx'
import { groupsOf } from '../../features/events/event-selection.ts'
import { eventText } from '../../features/events/event-text.ts'
import { useEventTypes } from '../../features/events/use-event-types.ts'
import { useWorkflowNames } from '../../features/workflows/use-workflow-names.ts'
import { useFilters } from '../../filters.ts'
import { eventSummary } from './event-summary.ts'
import { type SeenEvent, useEventStream } from './use-event-stream.ts'
import './events-page.css'

const path = '/api/v1/events'

export function EventsPage() {
  const { filters, set } = useFilters()
  const [isPaused, setPaused] = useState(false)
  const [opened, setOpened] = useState<SeenEvent | null>(null)
  const { events, isLive, isBroken, error, hasGap, clear, retry } = useEventStream(filters.types, isPaused)
  // The opened one comes first: of many others only the newest names are loaded.
  const seen = opened ? [opened, ...events] : events
  const nameOf = useEndUserNames(seen.map(({ event }) => event.externalUserId ?? null))
  const workflowName = useWorkflowNames()
  const isLoading = events.length === 0 && !isLive && !isBroken && !isPaused && error === null
  return (
    <Page
      title="Events"
      about="A live feed of events in this project. Webhooks receive the same events."
      actions={
        <Button
          icon={isPaused ? <Play size={14} aria-hidden /> : <Pause size={14} aria-hidden />}
          onClick={() => setPaused(!isPaused)}
        >
          {isPaused ? 'Resume' : 'Pause'}
        </Button>
      }
      calls={[
        { title: 'Follow', call: { method: 'GET', path, query: { types: filters.types } } },
        { title: 'From the oldest stored event', call: { method: 'GET', path, query: { after: '0' } } },
      ]}
    >
      <FilterBar hasFilters={Boolean(filters.types)} onClear={() => set({ types: undefined })}>
        <TypeFilter value={filters.types ?? ''} onChange={(types) => set({ types })} />
        {events.length > 0 && (
          <Button variant="ghost" onClick={clear}>
            Clear list
          </Button>
        )}
        <LiveStatus isPaused={isPaused} isLive={isLive} isBroken={isBroken} isOffline={error !== null} />
      </FilterBar>
      {error !== null && <ErrorAlert error={error} retry={retry} />}
      {hasGap && <Status kind="warn">Some events in between are no longer stored.</Status>}
      {events.length > 0 || isLoading ? (
        <LongTable
          label="Events"
          columns={columnsWith(nameOf, workflowName)}
          rows={isLoading ? undefined : events}
          keyOf={({ number }) => number}
          onOpen={(seen) => setOpened(seen)}
        />
      ) : (
        error === null && (
          <EmptyState
            icon={<Activity size={24} aria-hidden />}
            title={filters.types ? 'No matching events' : 'Waiting for the first event'}
            call={{ method: 'POST', path: '/api/v1/external-users', body: { name: 'alice' } }}
          >
            New events appear here automatically. Add an end user to trigger one.
          </EmptyState>
        )
      )}
      {opened && (
        <EventDetails
          seen={opened}
          userName={opened.event.externalUserId && nameOf(opened.event.externalUserId)}
          onClose={() => setOpened(null)}
        />
      )}
    </Page>
  )
}

type LiveStatusProps = { isPaused: boolean; isLive: boolean; isBroken: boolean; isOffline: boolean }

const LiveStatus = ({ isPaused, isLive, isBroken, isOffline }: LiveStatusProps) => (
  <span className="events-live" role="status">
    {isPaused ? (
      <Status kind="off">Paused</Status>
    ) : isLive ? (
      <Status kind="good">Live</Status>
    ) : isOffline ? (
      <Status kind="bad">Offline</Status>
    ) : isBroken ? (
      <Status kind="warn">Reconnecting</Status>
    ) : (
      <Status kind="warn">Connecting</Status>
    )}
  </span>
)

function TypeFilter({ value, onChange }: { value: string; onChange(value: string): void }) {
  const types = useEventTypes()
  return (
    <UrlSelect label="Type" isMain isSet={value !== ''} value={value} onChange={onChange}>
      <option value="">Type: all</option>
      {groupsOf(types).map(({ pattern, types: group }) => (
        <optgroup key={pattern} label={eventText(pattern).replace(/:.*/, '')}>
          <option value={pattern}>{eventText(pattern)}</option>
          {group.map(({ type }) => (
            <option key={type} value={type}>
              {eventText(type)}
            </option>
          ))}
        </optgroup>
      ))}
    </UrlSelect>
  )
}

type NameOf = (id: string) => string | undefined
type EventDataProps = { data: unknown; workflowName: NameOf }

const EventData = ({ data, workflowName }: EventDataProps) => (
  <span className="event-data small truncate">
    {eventSummary(data, workflowName).map(({ name, text }) => (
      <span key={name} className="event-fact">
        <span className="muted">{name}</span> {text}
      </span>
    ))}
  </span>
)

const columnsWith = (nameOf: NameOf, workflowName: NameOf): Column<SeenEvent>[] => [
  {
    id: 'type',
    header: 'Event',
    cell: ({ event }) => (
      <>
        <EventName type={event.type} />
        <span className="event-narrow">
          <EventData data={event.data} workflowName={workflowName} />
        </span>
      </>
    ),
  },
  {
    id: 'user',
    header: 'End user',
    rank: 3,
    cell: ({ event: { externalUserId } }) =>
      externalUserId ? (
        <EndUserName id={externalUserId} name={nameOf(externalUserId)} />
      ) : (
        <span className="muted">none</span>
      ),
  },
  {
    id: 'data',
    header: 'Data',
    rank: 3,
    cell: ({ event }) => <EventData data={event.data} workflowName={workflowName} />,
  },
  {
    id: 'number',
    header: 'No.',
    align: 'end',
    rank: 3,
    cell: ({ number }) => <span className="number">{number}</span>,
  },
  { id: 'when', header: 'Time', align: 'end', cell: ({ event }) => <TimeAgo at={event.timestamp} /> },
]

type DetailsProps = { seen: SeenEvent; userName: string | undefined; onClose(): void }

const EventDetails = ({ seen: { number, event }, userName, onClose }: DetailsProps) => (
  <Dialog title={eventText(event.type)} width="wide" onClose={onClose}>
    <DescriptionList
      facts={[
        ['Type', <CopyId key="type" id={event.type} label="event type" />],
        ['Time', exactTime(new Date(event.timestamp))],
        ['Number', number],
        ...(event.id ? [['ID', <CopyId key="id" id={event.id} label="event ID" />] as const] : []),
        ...(event.externalUserId
          ? [['End user', <EndUserName key="user" id={event.externalUserId} name={userName} />] as const]
          : []),
      ]}
    />
    <JsonBlock value={event} />
  </Dialog>
)
