import type { HumanRequest, QueryOf } from '@stoa/sdk'
import Inbox from 'lucide-react/icons/inbox'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { Page } from '../../components/layout/page.tsx'
import { Filter, FilterBar } from '../../components/list/filter-bar.tsx'
import { List } from '../../components/list/list.tsx'
import type { Column } from '../../components/list/table.tsx'
import { Countdown } from '../../components/text/countdown.tsx'
import { TimeAgo } from '../../components/text/time-ago.tsx'
import { actAs, actingHeaders } from '../../features/end-users/act-as.ts'
import { OwnerFilter } from '../../features/end-users/owner-filter.tsx'
import { useEndUserNames } from '../../features/end-users/use-end-user-names.ts'
import { userColumn } from '../../features/end-users/user-column.tsx'
import { questionPath, questionsPath, questionUrl } from '../../features/questions/questions-api.ts'
import { executePath } from '../../features/tools/tools-api.ts'
import { pageOf, pageSize, useFilters } from '../../filters.ts'
import { useRead } from '../../project.ts'
import { QuestionState, questionStates } from './question-state.tsx'
import './questions.css'

type Status = NonNullable<QueryOf<typeof questionsPath, 'get'>>['status']

const everything = 'all'
const stateChoices = [
  ...Object.entries(questionStates)
    .filter(([value]) => value !== 'waiting')
    .map(([value, { label }]) => ({ value, label })),
  { value: everything, label: 'All' },
]
const askCall = {
  method: 'POST',
  path: executePath,
  params: { toolSlug: 'human_ask' },
  headers: { 'x-username': 'alice' },
  body: { arguments: { question: 'Send the invoice to Ada?', options: ['Yes', 'No'] } },
} as const

/** Questions of agents and workflows that wait for an answer; answered ones are one filter away. */
export function QuestionsPage() {
  const { filters, set } = useFilters()
  const state = filters.state ?? 'waiting'
  const query = {
    status: state === everything ? undefined : (state as Status),
    page: pageOf(filters),
    limit: pageSize,
  }
  const questions = useRead(
    ['questions', 'list', query, filters.owner],
    (api, signal) => actAs(api, filters.owner).page(questionsPath, { query, signal }),
    { keepsPrevious: true, refetchInterval: 3_000 },
  )
  const nameOf = useEndUserNames(questions.data?.data.map(({ eUID }) => eUID) ?? [])
  const headers = actingHeaders(filters.owner)
  const hasFilters = Boolean(filters.state || filters.owner)
  return (
    <Page
      title="Questions"
      about="Questions from agents and workflows that need a human answer. New ones appear automatically."
      calls={[
        {
          title: 'List',
          call: { method: 'GET', path: questionsPath, query: { status: query.status }, headers },
        },
        {
          title: 'Answer a question',
          call: { method: 'POST', path: `${questionPath}/answer`, headers, body: { answer: 'Yes' } },
        },
        { title: 'Ask a question', call: askCall },
      ]}
    >
      <FilterBar hasFilters={hasFilters} onClear={() => set({ state: undefined, owner: undefined })}>
        <Filter
          label="State"
          any="Pending"
          value={filters.state ?? ''}
          choices={stateChoices}
          onChange={(next) => set({ state: next })}
        />
        <OwnerFilter value={filters.owner ?? ''} onChange={(owner) => set({ owner })} />
      </FilterBar>
      <List
        label="Questions"
        query={questions}
        columns={columnsWith(nameOf, state === 'waiting')}
        keyOf={({ id }) => id}
        linkOf={({ id }) => questionUrl(id)}
        hasFilters={hasFilters}
        empty={
          <EmptyState icon={<Inbox size={24} aria-hidden />} title="No pending questions" call={askCall}>
            Agents and workflows ask with the tool Ask a human, for example before an action that cannot be
            undone. Questions appear here immediately.
          </EmptyState>
        }
      />
    </Page>
  )
}

const columnsWith = (
  nameOf: (id: string) => string | undefined,
  isWaiting: boolean,
): Column<HumanRequest>[] => [
  {
    id: 'question',
    header: 'Question',
    cell: ({ question }) => <span className="clamped question-line">{question}</span>,
  },
  ...(isWaiting
    ? []
    : [
        {
          id: 'state',
          header: 'State',
          cell: ({ status }) => <QuestionState status={status} />,
        } satisfies Column<HumanRequest>,
      ]),
  userColumn(nameOf),
  { id: 'created', header: 'Created', rank: 3, cell: ({ createdAt }) => <TimeAgo at={createdAt} /> },
  isWaiting
    ? {
        id: 'expires',
        header: 'Time left',
        align: 'end',
        cell: ({ expiresAt }) => <Countdown until={new Date(expiresAt)} done="none" />,
      }
    : {
        id: 'ended',
        header: 'Answered',
        align: 'end',
        cell: ({ answeredAt }) => <TimeAgo at={answeredAt} none="not yet" />,
      },
]
