import type { Thread } from '@stoa/sdk'
import type { ReactNode } from 'react'
import { Filter, FilterBar } from '../../../components/list/filter-bar.tsx'
import { List } from '../../../components/list/list.tsx'
import { ListSearch } from '../../../components/list/list-search.tsx'
import type { Column } from '../../../components/list/table.tsx'
import { formatAmount } from '../../../components/text/format-number.ts'
import { TimeAgo } from '../../../components/text/time-ago.tsx'
import { inboxThreadUrl, titleOf } from '../../../features/chat/chat-api.ts'
import { useAgents } from '../../../features/chat/use-agents.ts'
import { actAs } from '../../../features/end-users/act-as.ts'
import { OwnerFilter } from '../../../features/end-users/owner-filter.tsx'
import { useEndUserNames } from '../../../features/end-users/use-end-user-names.ts'
import { userColumn } from '../../../features/end-users/user-column.tsx'
import { pageOf, pageSize, useFilters } from '../../../filters.ts'
import { ThreadState, useThreadPage } from '../thread-list.tsx'
import '../chat.css'

const statuses = [
  { value: 'escalated', label: 'Escalated to a human' },
  { value: 'interrupted', label: 'Needs approval' },
  { value: 'busy', label: 'Running' },
  { value: 'error', label: 'Failed' },
  { value: 'idle', label: 'Idle' },
]

/** The conversations of all end users, with filters that stay in the URL. */
export function InboxList({ empty }: { empty: ReactNode }) {
  const { filters } = useFilters()
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
  const agentNames = new Map(agents?.map(({ id, name }) => [id, name]))
  return (
    <>
      <InboxFilters agents={agents ?? []} />
      <div className="stack inbox-list">
        <List
          label="Conversations"
          query={threads}
          columns={columnsWith(nameOf, (id) => agentNames.get(id))}
          keyOf={({ id }) => id}
          linkOf={({ id }) => inboxThreadUrl(id)}
          hasFilters={Boolean(q || status || agent || owner || answers)}
          empty={empty}
        />
      </div>
    </>
  )
}

function InboxFilters({ agents }: { agents: readonly { id: string; name: string }[] }) {
  const { filters, set } = useFilters()
  const { q, status, agent, owner, answers } = filters
  const clear = () =>
    set({ q: undefined, status: undefined, agent: undefined, owner: undefined, answers: undefined })
  return (
    <FilterBar hasFilters={Boolean(q || status || agent || owner || answers)} onClear={clear}>
      <ListSearch label="Search by title" />
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
        choices={agents.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(next) => set({ agent: next })}
      />
      <OwnerFilter value={owner ?? ''} onChange={(next) => set({ owner: next })} />
    </FilterBar>
  )
}

type NameOf = (id: string) => string | undefined

const columnsWith = (userName: NameOf, agentName: NameOf): Column<Thread>[] => [
  {
    id: 'title',
    header: 'Conversation',
    cell: (thread) => (
      <span className="two-lines inbox-title">
        <span className="clamped">{titleOf(thread)}</span>
        <bdi className="muted small truncate inbox-people">
          {[userName(thread.eUID), thread.workflowId && agentName(thread.workflowId)]
            .filter(Boolean)
            .join(' · ')}
        </bdi>
      </span>
    ),
  },
  { id: 'state', header: 'State', cell: (thread) => <ThreadState thread={thread} isNamed /> },
  userColumn(userName),
  {
    id: 'agent',
    header: 'Agent',
    rank: 2,
    cell: ({ workflowId }) => {
      const name = workflowId && agentName(workflowId)
      return name ? <span className="clamped inbox-agent">{name}</span> : <span className="muted">–</span>
    },
  },
  {
    id: 'messages',
    header: 'Messages',
    align: 'end',
    rank: 3,
    cell: ({ messageCount }) => <span className="number">{formatAmount(messageCount)}</span>,
  },
  {
    id: 'credits',
    header: 'Credits',
    align: 'end',
    rank: 3,
    cell: ({ creditsTotal }) => <span className="number">{formatAmount(creditsTotal)}</span>,
  },
  {
    id: 'last',
    header: 'Last message',
    align: 'end',
    cell: ({ lastMessageAt, created_at }) => <TimeAgo at={lastMessageAt ?? created_at} />,
  },
]
