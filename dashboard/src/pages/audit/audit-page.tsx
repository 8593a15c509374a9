import type { AuditEntry, QueryOf } from '@stoa/sdk'
import ScrollText from 'lucide-react/icons/scroll-text'
import { useState } from 'react'
import { type Filters, pageOf, pageSize, useFilters } from '../../filters.ts'
import { Ago } from '../../parts/ago.tsx'
import { JsonCode } from '../../parts/code.tsx'
import { CopyId } from '../../parts/copy-id.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Empty } from '../../parts/empty.tsx'
import { DaySpan, Filter, FilterBar, SearchBox } from '../../parts/filter-bar.tsx'
import { List } from '../../parts/list.tsx'
import { Facts, Page } from '../../parts/page.tsx'
import { exactTime } from '../../parts/relative-time.ts'
import type { Column } from '../../parts/table.tsx'
import { useRead } from '../../project.tsx'
import { Actor } from './actor.tsx'

type AuditQuery = NonNullable<QueryOf<'/api/v1/audit-log', 'get'>>

const path = '/api/v1/audit-log'
const filterNames = ['q', 'actor', 'action', 'from', 'to'] as const
const cleared: Filters = Object.fromEntries(filterNames.map((name) => [name, undefined]))

const actorChoices = [
  { value: 'session', label: 'People' },
  { value: 'key', label: 'API keys' },
  { value: 'end-user-token', label: 'End-user tokens' },
  { value: 'system', label: 'The server' },
]

export function AuditPage() {
  const { filters, set } = useFilters()
  const [opened, setOpened] = useState<AuditEntry | null>(null)
  const query = {
    q: filters.q,
    actor: filters.actor,
    action: filters.action,
    from: filters.from,
    to: filters.to,
    sortBy: (filters.sortBy ?? 'createdAt') as NonNullable<AuditQuery['sortBy']>,
    sortOrder: (filters.sortOrder ?? 'DESC') as 'ASC' | 'DESC',
    page: pageOf(filters),
    limit: pageSize,
  }
  const entries = useRead(['audit', query], (api, signal) => api.page(path, { query, signal }), {
    keepsPrevious: true,
    refetchInterval: 10_000,
  })
  const hasFilters = filterNames.some((name) => filters[name])
  return (
    <Page
      title="Audit log"
      about="Who changed what in this project. Entries are written with the change itself and are never edited."
      calls={[{ title: 'List', call: { method: 'GET', path, query: filters } }]}
    >
      <FilterBar hasFilters={hasFilters} onClear={() => set(cleared)}>
        <SearchBox label="Find an action or an id" value={filters.q ?? ''} onChange={(q) => set({ q })} />
        <Filter
          label="By"
          value={filters.actor ?? ''}
          choices={actorChoices}
          onChange={(actor) => set({ actor })}
          any="By: anyone"
        />
        <DaySpan verb="Done" />
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
          <Empty
            icon={<ScrollText size={24} aria-hidden />}
            title="Nothing has happened yet"
            call={{ method: 'GET', path }}
          >
            Every change to keys, users and settings is noted here with who made it and from where.
          </Empty>
        }
      />
      {opened && <Entry entry={opened} onClose={() => setOpened(null)} />}
    </Page>
  )
}

const columns: Column<AuditEntry>[] = [
  { id: 'action', header: 'Action', sortBy: 'action', cell: ({ action }) => <code>{action}</code> },
  { id: 'actor', header: 'By', rank: 2, cell: ({ actor }) => <Actor actor={actor} /> },
  {
    id: 'target',
    header: 'On',
    rank: 2,
    cell: ({ target }) => (
      <span className="row">
        {target.type.replaceAll('_', ' ')}
        <CopyId id={target.id} isShort />
      </span>
    ),
  },
  { id: 'ip', header: 'From', rank: 3, cell: ({ ip }) => <span className="mono small">{ip}</span> },
  {
    id: 'createdAt',
    header: 'When',
    sortBy: 'createdAt',
    align: 'end',
    cell: ({ createdAt }) => <Ago at={createdAt} />,
  },
]

const Entry = ({ entry, onClose }: { entry: AuditEntry; onClose(): void }) => (
  <Dialog title={entry.action} width="wide" onClose={onClose}>
    <Facts
      facts={[
        ['When', exactTime(new Date(entry.createdAt))],
        ['By', <Actor key="by" actor={entry.actor} />],
        ['On', `${entry.target.type.replaceAll('_', ' ')} ${entry.target.id}`],
        ['From', entry.ip],
        ['Request', <CopyId key="request" id={entry.requestId} label="request id" />],
        ['Entry', <CopyId key="entry" id={entry.id} />],
      ]}
    />
    <JsonCode value={entry.details} />
  </Dialog>
)
