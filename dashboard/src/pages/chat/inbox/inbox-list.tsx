import type { Thread } from '@stoa/sdk'
import type { ReactNode } from 'react'
import { Filter, FilterBar, SearchBox } from '../../../components/list/filter-bar.tsx'
import { Pagination } from '../../../components/list/pagination.tsx'
import { inboxThreadUrl } from '../../../features/chat/chat-api.ts'
import { useAgents } from '../../../features/chat/use-agents.ts'
import { actAs } from '../../../features/end-users/act-as.ts'
import { OwnerFilter } from '../../../features/end-users/owner-filter.tsx'
import { useEndUserNames } from '../../../features/end-users/use-end-user-names.ts'
import { pageOf, pageSize, useFilters } from '../../../filters.ts'
import { useProject } from '../../../project.ts'
import { ThreadList, useThreadPage } from '../thread-list.tsx'
import '../chat.css'

const statuses = [
  { value: 'escalated', label: 'Escalated to a human' },
  { value: 'interrupted', label: 'Waits for a decision' },
  { value: 'busy', label: 'Running' },
  { value: 'error', label: 'Failed' },
  { value: 'idle', label: 'Idle' },
]

type InboxListProps = { current?: string; empty: ReactNode }

/** The conversations of all end users, with filters that stay in the URL. */
export function InboxList({ current, empty }: InboxListProps) {
  const { filters, set } = useFilters()
  const { project } = useProject()
  const { data: agents } = useAgents()
  const { q, status, agent, owner, answers } = filters
  const search = {
    ...(q ? { q } : {}),
    ...(status === 'escalated' ? { metadata: { escalation: {} } } : {}),
    ...(status && status !== 'escalated' ? { status: status as Thread['status'] } : {}),
    ...(agent ? { workflowId: agent } : {}),
    ...(answers ? { replyMode: answers as Thread['replyMode'] } : {}),
    limit: pageSize,
    offset: (pageOf(filters) - 1) * pageSize,
  }
  const threads = useThreadPage(search, (api) => actAs(api, owner), owner ? `of ${owner}` : 'all')
  const nameOf = useEndUserNames(threads.data?.data.map(({ eUID }) => eUID) ?? [])
  const hasFilters = Boolean(q || status || agent || owner || answers)
  const clear = () =>
    set({ q: undefined, status: undefined, agent: undefined, owner: undefined, answers: undefined })
  return (
    <>
      <FilterBar hasFilters={hasFilters} onClear={clear}>
        <SearchBox label="Search conversations" value={q ?? ''} onChange={(next) => set({ q: next })} />
        <Filter
          label="State"
          value={status ?? ''}
          choices={statuses}
          onChange={(next) => set({ status: next })}
        />
        <Filter
          label="Answered by"
          value={answers ?? ''}
          choices={[
            { value: 'human', label: 'A human' },
            { value: 'agent', label: 'The agent' },
          ]}
          onChange={(next) => set({ answers: next })}
        />
        <Filter
          label="Agent"
          value={agent ?? ''}
          choices={(agents ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(next) => set({ agent: next })}
        />
        <OwnerFilter value={owner ?? ''} onChange={(next) => set({ owner: next })} />
      </FilterBar>
      <ThreadList
        threads={threads}
        urlOf={inboxThreadUrl}
        {...(current === undefined ? {} : { current })}
        about={({ eUID }) => (
          <span className="truncate">
            {eUID === project.id ? 'the project' : (nameOf(eUID) ?? eUID.slice(-8))}
          </span>
        )}
        empty={hasFilters ? <p className="muted">No results.</p> : empty}
      />
      {threads.data && threads.data.total > 0 && (
        <Pagination shown={threads.data} onPage={(page) => set({ page: String(page) })} />
      )}
    </>
  )
}
