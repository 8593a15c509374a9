import type { QueryOf, Trigger, TriggerDetail } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import Zap from 'lucide-react/icons/zap'
import { useState } from 'react'
import { CreateButton } from '../../../components/actions/create-button.tsx'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { Page } from '../../../components/layout/page.tsx'
import { Filter, FilterBar } from '../../../components/list/filter-bar.tsx'
import { List } from '../../../components/list/list.tsx'
import { ListSearch } from '../../../components/list/list-search.tsx'
import type { Column } from '../../../components/list/table.tsx'
import { TimeAgo } from '../../../components/text/time-ago.tsx'
import { actAs, actingHeaders } from '../../../features/end-users/act-as.ts'
import { OwnerFilter } from '../../../features/end-users/owner-filter.tsx'
import { TriggerMenu } from '../../../features/triggers/actions/trigger-menu.tsx'
import { TriggerSwitch } from '../../../features/triggers/actions/trigger-switch.tsx'
import { CreateTrigger } from '../../../features/triggers/form/create-trigger.tsx'
import { PauseBanner, PauseButton } from '../../../features/triggers/pause/pause-triggers.tsx'
import { type TriggerKind, TriggerName, triggerKinds } from '../../../features/triggers/trigger-kind.tsx'
import { hasSecret, TriggerSecret } from '../../../features/triggers/trigger-secret.tsx'
import { TriggerState } from '../../../features/triggers/trigger-state.tsx'
import {
  triggersPath as path,
  pausePath,
  triggerUrl,
  upsertPath,
} from '../../../features/triggers/triggers-api.ts'
import { useWorkflowNames } from '../../../features/workflows/use-workflow-names.ts'
import { workflowUrl } from '../../../features/workflows/workflows-api.ts'
import { type Filters, pageOf, pageSize, useFilters, useOpenCreated } from '../../../filters.ts'
import { useRead } from '../../../project.ts'
import { InvocationSparkline, useStatistics } from './invocation-sparkline.tsx'

type ListQuery = NonNullable<QueryOf<typeof path, 'get'>>

const filterNames = ['q', 'type', 'status', 'owner'] as const
const cleared: Filters = Object.fromEntries(filterNames.map((name) => [name, undefined]))
const typeChoices = (Object.keys(triggerKinds) as TriggerKind[]).map((value) => ({
  value,
  label: triggerKinds[value].label,
}))
const statusChoices = [
  { value: 'active', label: 'Active' },
  { value: 'disabled', label: 'Disabled' },
  { value: 'errored', label: 'Auto-disabled' },
]
const createCall = {
  method: 'POST',
  path: upsertPath,
  params: { slug: 'cron' },
  body: { triggerConfig: { expression: '0 9 * * 1-5', timezone: 'Europe/Berlin' } },
} as const

const isKind = (text: string | undefined): text is TriggerKind => text !== undefined && text in triggerKinds

/** The types of the form as the API filters them: a webhook is one of ours or a service's. */
const typeQuery = (type: string | undefined): Pick<ListQuery, 'triggerNames' | 'source'> =>
  type === undefined
    ? {}
    : type === 'toolkit'
      ? { source: 'toolkit' }
      : { triggerNames: [type], source: 'built_in' }

export function TriggersPage() {
  const { filters, set } = useFilters()
  const query = {
    q: filters.q,
    ...typeQuery(filters.type),
    status: filters.status as ListQuery['status'],
    showDisabled: true,
    sortBy: (filters.sortBy ?? 'createdAt') as NonNullable<ListQuery['sortBy']>,
    sortOrder: (filters.sortOrder ?? 'DESC') as 'ASC' | 'DESC',
    page: pageOf(filters),
    limit: pageSize,
  }
  const triggers = useRead(
    ['triggers', 'list', query, filters.owner],
    (api, signal) => actAs(api, filters.owner).page(path, { query, signal }),
    { keepsPrevious: true, refetchInterval: 5_000 },
  )
  const hasFilters = filterNames.some((name) => filters[name])
  const create = <CreateButton onClick={() => set({ new: 'cron' })}>Create trigger</CreateButton>
  return (
    <Page
      title="Triggers"
      about="Start workflows and agents on a schedule, by a webhook, or when something happens."
      actions={
        <>
          <PauseButton />
          {create}
        </>
      }
      calls={[
        {
          title: 'List',
          call: {
            method: 'GET',
            path,
            query: { q: filters.q, status: filters.status },
            headers: actingHeaders(),
          },
        },
        { title: 'Create or update', call: createCall },
        { title: 'Pause all', call: { method: 'PUT', path: pausePath, body: { isPaused: true } } },
      ]}
    >
      <PauseBanner />
      <TriggerFilters hasFilters={hasFilters} />
      <List
        label="Triggers"
        query={triggers}
        columns={useColumns(triggers.data?.data ?? [])}
        keyOf={({ triggerId }) => triggerId}
        linkOf={({ triggerId }) => triggerUrl(triggerId)}
        sort={{ by: query.sortBy, order: query.sortOrder }}
        hasFilters={hasFilters}
        empty={
          <EmptyState
            icon={<Zap size={24} aria-hidden />}
            title="No triggers yet"
            action={create}
            call={createCall}
          >
            A trigger starts a workflow or an agent by itself. Every time that it fires is logged with its
            payload and can be replayed.
          </EmptyState>
        }
      />
      <NewTrigger />
    </Page>
  )
}

/** The dialog is in the URL, so that the palette and links lead to it. */
function NewTrigger() {
  const { filters, set } = useFilters()
  const openCreated = useOpenCreated()
  const [created, setCreated] = useState<TriggerDetail | null>(null)
  const open = (trigger: TriggerDetail) => void openCreated(triggerUrl(trigger.triggerId))
  if (created && hasSecret(created))
    return <TriggerSecret title="Webhook created" trigger={created} onClose={() => open(created)} />
  if (filters.new === undefined) return null
  return (
    <CreateTrigger
      {...(isKind(filters.new) ? { kind: filters.new } : {})}
      onClose={() => set({ new: undefined })}
      onCreated={(trigger) => {
        set({ new: undefined })
        if (hasSecret(trigger)) setCreated(trigger)
        else open(trigger)
      }}
    />
  )
}

function TriggerFilters({ hasFilters }: { hasFilters: boolean }) {
  const { filters, set } = useFilters()
  return (
    <FilterBar hasFilters={hasFilters} onClear={() => set(cleared)}>
      <ListSearch label="Search by name or type" />
      <Filter
        label="Type"
        value={filters.type ?? ''}
        choices={typeChoices}
        onChange={(type) => set({ type })}
      />
      <Filter
        label="State"
        value={filters.status ?? ''}
        choices={statusChoices}
        onChange={(status) => set({ status })}
      />
      <OwnerFilter value={filters.owner ?? ''} onChange={(owner) => set({ owner })} />
    </FilterBar>
  )
}

function useColumns(triggers: readonly Trigger[]): Column<Trigger>[] {
  const nameOf = useWorkflowNames()
  const statisticsOf = useStatistics(triggers.map(({ triggerId }) => triggerId))
  return [
    { id: 'name', header: 'Trigger', sortBy: 'name', cell: (trigger) => <TriggerName trigger={trigger} /> },
    { id: 'state', header: 'State', cell: (trigger) => <TriggerState trigger={trigger} /> },
    {
      id: 'target',
      header: 'Starts',
      rank: 2,
      cell: ({ workflowId }) =>
        workflowId === null ? (
          <span className="muted">publishes an event</span>
        ) : (
          <Link to={workflowUrl(workflowId)} className="truncate">
            {nameOf(workflowId) ?? <span className="mono small">…{workflowId.slice(-8)}</span>}
          </Link>
        ),
    },
    {
      id: 'invocations',
      header: 'Last 14 days',
      rank: 3,
      cell: ({ triggerId }) => <InvocationSparkline days={statisticsOf(triggerId)} />,
    },
    {
      id: 'next',
      header: 'Next run',
      align: 'end',
      rank: 2,
      cell: ({ nextRunAt, isDisabled }) => <TimeAgo at={isDisabled ? null : nextRunAt} none="–" />,
    },
    {
      id: 'last',
      header: 'Last run',
      align: 'end',
      rank: 2,
      cell: ({ lastRunAt }) => <TimeAgo at={lastRunAt} />,
    },
    { id: 'switch', header: 'Enabled', cell: (trigger) => <TriggerSwitch trigger={trigger} /> },
    { id: 'menu', header: '', align: 'end', cell: (trigger) => <TriggerMenu trigger={trigger} /> },
  ]
}
