import type { QueryOf, WebhookDelivery } from '@stoa/sdk'
import Inbox from 'lucide-react/icons/inbox'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { Chip } from '../../components/feedback/status.tsx'
import { CursorPagination } from '../../components/list/cursor-pagination.tsx'
import { DaySpan, Filter, FilterBar } from '../../components/list/filter-bar.tsx'
import { List } from '../../components/list/list.tsx'
import type { Column } from '../../components/list/table.tsx'
import { useDayBounds } from '../../components/list/use-day-bounds.ts'
import { useSelection } from '../../components/list/use-selection.ts'
import { TimeAgo } from '../../components/text/time-ago.tsx'
import { EventName } from '../../features/events/event-name.tsx'
import { eventText } from '../../features/events/event-text.ts'
import { useEventTypes } from '../../features/events/use-event-types.ts'
import { type Filters, pageSize, useFilters } from '../../filters.ts'
import { useRead } from '../../project.ts'
import { DeliveryDetails } from './delivery-details.tsx'
import { DeliveryState, deliveryStates } from './delivery-state.tsx'
import { RedeliverBulk } from './redeliver-bulk.tsx'
import type { Webhook } from './webhook-fields.tsx'
import './deliveries.css'

type DeliveryQuery = NonNullable<QueryOf<'/api/v1/webhooks/{id}/deliveries', 'get'>>

const filterNames = ['status', 'eventType', 'from', 'to'] as const
const cleared: Filters = Object.fromEntries(filterNames.map((name) => [name, undefined]))
const stateChoices = Object.entries(deliveryStates).map(([value, { label }]) => ({ value, label }))

const nameOf = ({ eventType, id }: WebhookDelivery): string => `${eventText(eventType)} …${id.slice(-8)}`
const idOf = ({ id }: WebhookDelivery): string => id

/** The deliveries of a webhook with their outcome. The open one is in the URL like the filters. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const { filters, set } = useFilters()
  const params = { id: webhook.id }
  const query = {
    status: filters.status as DeliveryQuery['status'],
    eventType: filters.eventType as DeliveryQuery['eventType'],
    ...useDayBounds(),
    sortOrder: (filters.sortOrder ?? 'DESC') as 'ASC' | 'DESC',
    cursor: filters.cursor,
    limit: pageSize,
  }
  const deliveries = useRead(
    ['deliveries', webhook.id, query],
    (api, signal) => api.page('/api/v1/webhooks/{id}/deliveries', { params, query, signal }),
    { keepsPrevious: true, refetchInterval: 3_000 },
  )
  const selection = useSelection<WebhookDelivery>(nameOf, idOf)
  const hasFilters = filterNames.some((name) => filters[name])
  return (
    <section className="stack" aria-label="Deliveries">
      <h2>Deliveries</h2>
      <DeliveryFilters hasFilters={hasFilters} />
      <RedeliverBulk webhookId={webhook.id} selection={selection} />
      <List
        label="Deliveries"
        query={deliveries}
        columns={columns}
        keyOf={({ id }) => id}
        onOpen={({ id }) => set({ delivery: id, cursor: filters.cursor })}
        selection={selection}
        sort={{ by: 'createdAt', order: query.sortOrder }}
        hasFilters={hasFilters || Boolean(filters.cursor)}
        pager={(page) => (
          <CursorPagination shown={page} noun={page.total === 1 ? 'delivery' : 'deliveries'} />
        )}
        empty={
          <EmptyState
            icon={<Inbox size={24} aria-hidden />}
            title="Waiting for the first event"
            call={{ method: 'POST', path: '/api/v1/webhooks/{id}/test', params }}
          >
            Deliveries of subscribed events appear here automatically. Send a test event to check the
            connection.
          </EmptyState>
        }
      />
      {filters.delivery && (
        <DeliveryDetails
          key={filters.delivery}
          webhook={webhook}
          deliveryId={filters.delivery}
          onClose={() => set({ delivery: undefined, cursor: filters.cursor })}
        />
      )}
    </section>
  )
}

function DeliveryFilters({ hasFilters }: { hasFilters: boolean }) {
  const { filters, set } = useFilters()
  const types = useEventTypes()
  return (
    <FilterBar hasFilters={hasFilters} onClear={() => set(cleared)}>
      <Filter
        label="State"
        value={filters.status ?? ''}
        choices={stateChoices}
        onChange={(status) => set({ status })}
      />
      <Filter
        label="Event"
        value={filters.eventType ?? ''}
        choices={[...types.map(({ type }) => type), 'webhook.test'].map((value) => ({
          value,
          label: eventText(value),
        }))}
        onChange={(eventType) => set({ eventType })}
      />
      <DaySpan verb="Sent" />
    </FilterBar>
  )
}

const columns: Column<WebhookDelivery>[] = [
  {
    id: 'eventType',
    header: 'Event',
    cell: ({ eventType, isTest, lastError }) => (
      <span className="delivery-event">
        <span className="row">
          <EventName type={eventType} />
          {isTest && <Chip>test</Chip>}
        </span>
        {lastError && <span className="delivery-error muted small clamped">{lastError}</span>}
      </span>
    ),
  },
  { id: 'status', header: 'State', cell: (delivery) => <DeliveryState delivery={delivery} /> },
  {
    id: 'attempts',
    header: 'Attempts',
    align: 'end',
    rank: 2,
    cell: ({ attemptCount }) => <span className="number">{attemptCount}</span>,
  },
  {
    id: 'next',
    header: 'Next attempt',
    rank: 2,
    cell: ({ nextAttemptAt }) => <TimeAgo at={nextAttemptAt} none="–" />,
  },
  {
    id: 'createdAt',
    header: 'Time',
    sortBy: 'createdAt',
    align: 'end',
    cell: ({ createdAt }) => <TimeAgo at={createdAt} />,
  },
]
