import type { NewWebhook } from '@stoa/sdk'
import WebhookIcon from 'lucide-react/icons/webhook'
import { useState } from 'react'
import { CreateButton } from '../../components/actions/create-button.tsx'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { Page } from '../../components/layout/page.tsx'
import { Filter, FilterBar } from '../../components/list/filter-bar.tsx'
import { List } from '../../components/list/list.tsx'
import { ListSearch } from '../../components/list/list-search.tsx'
import type { Column } from '../../components/list/table.tsx'
import { TimeAgo } from '../../components/text/time-ago.tsx'
import { EventName } from '../../features/events/event-name.tsx'
import { eventText } from '../../features/events/event-text.ts'
import { pageOf, pageSize, useFilters } from '../../filters.ts'
import { href } from '../../href.ts'
import { useRead } from '../../project.ts'
import { CreateWebhook } from './create-webhook.tsx'
import { NewSecret } from './new-secret.tsx'
import { webhookRoutes } from './routes.ts'
import type { Webhook } from './webhook-fields.tsx'
import { WebhookMenu } from './webhook-menu.tsx'
import { LastDelivery, WebhookState } from './webhook-state.tsx'
import { WebhookSwitch } from './webhook-switch.tsx'
import './webhooks-page.css'

const path = '/api/v1/webhooks'
const createCall = {
  method: 'POST',
  path,
  body: { url: 'https://example.com/hooks/stoa', eventTypes: ['external_user.*'] },
} as const

const stateChoices = [
  { value: 'true', label: 'Enabled' },
  { value: 'false', label: 'Disabled' },
]

export function WebhooksPage() {
  const { filters, set } = useFilters()
  const [created, setCreated] = useState<NewWebhook | null>(null)
  // In the URL, so that the palette and links lead to it.
  const setCreating = (isOpen: boolean) => set({ new: isOpen ? '1' : undefined })
  const query = {
    q: filters.q,
    isActive: filters.isActive === undefined ? undefined : filters.isActive === 'true',
    sortOrder: (filters.sortOrder ?? 'DESC') as 'ASC' | 'DESC',
    page: pageOf(filters),
    limit: pageSize,
  }
  const webhooks = useRead(['webhooks', query], (api, signal) => api.page(path, { query, signal }), {
    keepsPrevious: true,
    refetchInterval: 5_000,
  })
  const hasFilters = Boolean(filters.q || filters.isActive)
  const create = <CreateButton onClick={() => setCreating(true)}>Create webhook</CreateButton>
  return (
    <Page
      title="Webhooks"
      about="Endpoints that receive events of this project, signed and retried until they respond."
      actions={create}
      calls={[
        { title: 'List', call: { method: 'GET', path, query: { ...filters, new: undefined } } },
        { title: 'Create', call: createCall },
        { title: 'Event types', call: { method: 'GET', path: '/api/v1/webhooks/event-types' } },
      ]}
    >
      <WebhookFilters hasFilters={hasFilters} />
      <List
        label="Webhooks"
        query={webhooks}
        columns={columns}
        keyOf={({ id }) => id}
        linkOf={({ id }) => href(webhookRoutes.detail, { id })}
        sort={{ by: 'createdAt', order: query.sortOrder }}
        hasFilters={hasFilters}
        empty={
          <EmptyState
            icon={<WebhookIcon size={24} aria-hidden />}
            title="No webhooks yet"
            action={create}
            call={createCall}
          >
            A webhook notifies your server when a workflow ends, an account is connected or credits run low.
          </EmptyState>
        }
      />
      {filters.new !== undefined && (
        <CreateWebhook
          onClose={() => setCreating(false)}
          onCreated={(webhook) => {
            setCreating(false)
            setCreated(webhook)
          }}
        />
      )}
      {created && (
        <NewSecret title="Webhook created" value={created.secret} onClose={() => setCreated(null)} />
      )}
    </Page>
  )
}

function WebhookFilters({ hasFilters }: { hasFilters: boolean }) {
  const { filters, set } = useFilters()
  return (
    <FilterBar hasFilters={hasFilters} onClear={() => set({ q: undefined, isActive: undefined })}>
      <ListSearch label="Search by URL or description" />
      <Filter
        label="State"
        value={filters.isActive ?? ''}
        choices={stateChoices}
        onChange={(isActive) => set({ isActive })}
      />
    </FilterBar>
  )
}

function Events({ webhook: { eventTypes } }: { webhook: Webhook }) {
  const [first] = eventTypes
  if (first === undefined) return 'All events'
  return eventTypes.length === 1 ? (
    <EventName type={first} />
  ) : (
    <span title={eventTypes.map(eventText).join(', ')}>{eventTypes.length} types</span>
  )
}

const columns: Column<Webhook>[] = [
  {
    id: 'url',
    header: 'URL',
    cell: ({ url, description }) => (
      <span className="webhook-name">
        <span className="truncate">{url}</span>
        {description && <span className="muted small truncate">{description}</span>}
      </span>
    ),
  },
  { id: 'events', header: 'Subscribed events', rank: 2, cell: (webhook) => <Events webhook={webhook} /> },
  { id: 'state', header: 'State', rank: 2, cell: (webhook) => <WebhookState webhook={webhook} /> },
  { id: 'last', header: 'Last delivery', rank: 2, cell: (webhook) => <LastDelivery webhook={webhook} /> },
  {
    id: 'createdAt',
    header: 'Created',
    sortBy: 'createdAt',
    rank: 3,
    cell: ({ createdAt }) => <TimeAgo at={createdAt} />,
  },
  { id: 'switch', header: 'Enabled', cell: (webhook) => <WebhookSwitch webhook={webhook} /> },
  { id: 'menu', header: '', align: 'end', cell: (webhook) => <WebhookMenu webhook={webhook} /> },
]
