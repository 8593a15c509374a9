import type { AuditEntry, QueryOf } from '@stoa/sdk'
import ScrollText from 'lucide-react/icons/scroll-text'
import { useState } from 'react'
import { CopyId } from '../../components/actions/copy-id.tsx'
import { JsonBlock } from '../../components/code/code-block.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { DescriptionList, Page } from '../../components/layout/page.tsx'
import { DaySpan, Filter, FilterBar } from '../../components/list/filter-bar.tsx'
import { List } from '../../components/list/list.tsx'
import { ListSearch } from '../../components/list/list-search.tsx'
import type { Column } from '../../components/list/table.tsx'
import { useDayBounds } from '../../components/list/use-day-bounds.ts'
import { exactTime } from '../../components/text/relative-time.ts'
import { TimeAgo } from '../../components/text/time-ago.tsx'
import { ActionName } from '../../features/audit/action-name.tsx'
import { actionText } from '../../features/audit/action-text.ts'
import { Actor } from '../../features/audit/actor.tsx'
import { TargetLink } from '../../features/audit/target-link.tsx'
import { type Filters, pageOf, pageSize, useFilters } from '../../filters.ts'
import { useRead } from '../../project.ts'
import { ExportMenu } from './export-menu.tsx'

type AuditQuery = NonNullable<QueryOf<'/api/v1/audit-log', 'get'>>

const path = '/api/v1/audit-log'
const filterNames = ['q', 'actor', 'action', 'from', 'to'] as const
const cleared: Filters = Object.fromEntries(filterNames.map((name) => [name, undefined]))

const actorChoices = [
  { value: 'session', label: 'Users' },
  { value: 'key', label: 'API keys' },
  { value: 'end-user-token', label: 'End-user tokens' },
  { value: 'system', label: 'System' },
]

export function AuditPage() {
  const { filters, set } = useFilters()
  const [opened, setOpened] = useState<AuditEntry | null>(null)
  const narrowed = { q: filters.q, actor: filters.actor, action: filters.action, ...useDayBounds() }
  const query = {
    ...narrowed,
    sortBy: (filters.sortBy ?? 'createdAt') as NonNullable<AuditQuery['sortBy']>,
    sortOrder: (filters.sortOrder ?? 'DESC') as 'ASC' | 'DESC',
    page: pageOf(filters),
    limit: pageSize,
  }
  const entries = useRead(['audit', query], (api, signal) => api.page(path, { query, signal }), {
    keepsPrevious: true,
    refetchInterval: 10_000,
  })
  // By time: exports have no other order.
  const exported = { ...narrowed, ...(query.sortBy === 'createdAt' ? { sortOrder: query.sortOrder } : {}) }
  const hasFilters = filterNames.some((name) => filters[name])
  return (
    <Page
      title="Audit log"
      about="Every change in this project, with who made it. Entries cannot be edited."
      actions={<ExportMenu query={exported} />}
      calls={[
        {
          title: 'List',
          call: { method: 'GET', path, query: { ...filters, from: query.from, to: query.to } },
        },
        { title: 'Export as CSV', call: { method: 'GET', path, query: { ...exported, format: 'csv' } } },
      ]}
    >
      <FilterBar hasFilters={hasFilters} onClear={() => set(cleared)}>
        <ListSearch label="Search by action or ID" />
        <Filter
          label="Actor"
          value={filters.actor ?? ''}
          choices={actorChoices}
          onChange={(actor) => set({ actor })}
          any="Actor: all"
        />
        <DaySpan verb="Created" />
      </FilterBar>
      <List
        label="Audit log"
        query={entries}
        columns={columns}
        keyOf={(entry) => entry.id}
        onOpen={(entry) => setOpened(entry)}
        sort={{ by: query.sortBy, order: query.sortOrder }}
        hasFilters={hasFilters}
        empty={
          <EmptyState
            icon={<ScrollText size={24} aria-hidden />}
            title="No activity yet"
            call={{ method: 'GET', path }}
          >
            Changes to keys, users and settings are recorded here, with the actor and IP address.
          </EmptyState>
        }
      />
      {opened && <Entry entry={opened} onClose={() => setOpened(null)} />}
    </Page>
  )
}

const columns: Column<AuditEntry>[] = [
  {
    id: 'action',
    header: 'Action',
    sortBy: 'action',
    cell: ({ action }) => <ActionName action={action} hasCode />,
  },
  { id: 'actor', header: 'Actor', rank: 2, cell: ({ actor }) => <Actor actor={actor} /> },
  {
    id: 'target',
    header: 'Target',
    rank: 2,
    cell: (entry) => <TargetLink entry={entry} />,
  },
  { id: 'ip', header: 'IP address', rank: 3, cell: ({ ip }) => <span className="mono small">{ip}</span> },
  {
    id: 'createdAt',
    header: 'Time',
    sortBy: 'createdAt',
    align: 'end',
    cell: ({ createdAt }) => <TimeAgo at={createdAt} />,
  },
]

const Entry = ({ entry, onClose }: { entry: AuditEntry; onClose(): void }) => (
  <Dialog title={actionText(entry.action)} width="wide" onClose={onClose}>
    <DescriptionList
      facts={[
        ['Action', <code key="action">{entry.action}</code>],
        ['Time', exactTime(new Date(entry.createdAt))],
        ['Actor', <Actor key="by" actor={entry.actor} />],
        ['Target', <TargetLink key="target" entry={entry} />],
        ['IP address', entry.ip],
        ['Request', <CopyId key="request" id={entry.requestId} label="request ID" />],
        ['Entry', <CopyId key="entry" id={entry.id} />],
      ]}
    />
    <JsonBlock value={entry.details} />
  </Dialog>
)
