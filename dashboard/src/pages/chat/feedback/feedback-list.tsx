import type { FeedbackEntry, QueryOf } from '@stoa/sdk'
import ThumbsUp from 'lucide-react/icons/thumbs-up'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { Status } from '../../../components/feedback/status.tsx'
import { List } from '../../../components/list/list.tsx'
import type { Column } from '../../../components/list/table.tsx'
import { TimeAgo } from '../../../components/text/time-ago.tsx'
import { feedbackListPath, feedbackPath, inboxMessageUrl } from '../../../features/chat/chat-api.ts'
import { actAs } from '../../../features/end-users/act-as.ts'
import { useEndUserNames } from '../../../features/end-users/use-end-user-names.ts'
import { userColumn } from '../../../features/end-users/user-column.tsx'
import type { DayRange } from '../../../features/usage/date-range.ts'
import { pageOf, pageSize, useFilters } from '../../../filters.ts'
import { useRead } from '../../../project.ts'

type Query = NonNullable<QueryOf<typeof feedbackListPath, 'get'>>

/** Newest first; each leads to the message in its conversation. */
export function FeedbackList({ range }: { range: DayRange }) {
  const { filters } = useFilters()
  const query = {
    workflowId: filters.agent,
    rating: filters.rating as Query['rating'],
    hasComment: filters.comment === 'true' ? true : undefined,
    from: range.from,
    to: range.to,
    page: pageOf(filters),
    limit: pageSize,
  }
  const feedback = useRead(
    ['chat', 'feedback', query],
    (api, signal) => actAs(api).page(feedbackListPath, { query, signal }),
    { keepsPrevious: true, refetchInterval: 10_000 },
  )
  const nameOf = useEndUserNames(feedback.data?.data.map(({ eUID }) => eUID) ?? [])
  return (
    <List
      label="Feedback"
      query={feedback}
      columns={columnsWith(nameOf)}
      keyOf={({ thread_id: thread, messageId, eUID }) => `${thread} ${messageId} ${eUID}`}
      linkOf={({ thread_id: thread, messageId }) => inboxMessageUrl(thread, messageId)}
      hasFilters={Boolean(filters.agent || filters.rating || filters.comment || filters.days)}
      empty={
        <EmptyState
          icon={<ThumbsUp size={24} aria-hidden />}
          title="No feedback yet"
          call={{ method: 'POST', path: feedbackPath, body: { score: 1, comment: 'Helpful.' } }}
        >
          Ratings that users give to responses appear here, with the version of the agent that responded.
        </EmptyState>
      }
    />
  )
}

const ratingOf = ({ score }: FeedbackEntry) =>
  score === null || score === 0 ? (
    <Status kind="off">None</Status>
  ) : score > 0 ? (
    <Status kind="good">Good</Status>
  ) : (
    <Status kind="bad">Bad</Status>
  )

const columnsWith = (nameOf: (id: string) => string | undefined): Column<FeedbackEntry>[] => [
  {
    id: 'message',
    header: 'Response',
    cell: ({ text, threadTitle }) => <span className="clamped">{text || threadTitle || 'A response'}</span>,
  },
  { id: 'rating', header: 'Rating', cell: ratingOf },
  {
    id: 'comment',
    header: 'Comment',
    rank: 2,
    cell: ({ comment }) => <span className="clamped">{comment || '–'}</span>,
  },
  {
    id: 'agent',
    header: 'Agent',
    rank: 3,
    cell: ({ workflowName, version }) => (
      <span className="truncate">{[workflowName ?? 'Unknown', version].filter(Boolean).join(' ')}</span>
    ),
  },
  userColumn(nameOf, 3),
  { id: 'when', header: 'Time', align: 'end', cell: ({ updatedAt }) => <TimeAgo at={updatedAt} /> },
]
