import { useMemo } from 'react'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { Page } from '../../../components/layout/page.tsx'
import { Filter, FilterBar, UrlSelect } from '../../../components/list/filter-bar.tsx'
import { feedbackListPath, feedbackStatisticsPath } from '../../../features/chat/chat-api.ts'
import { useAgents } from '../../../features/chat/use-agents.ts'
import { actAs, actingHeaders } from '../../../features/end-users/act-as.ts'
import { type DayRange, presets, rangeOf } from '../../../features/usage/date-range.ts'
import { useFilters } from '../../../filters.ts'
import { useRead } from '../../../project.ts'
import { InboxTabs } from '../inbox-tabs.tsx'
import { FeedbackList } from './feedback-list.tsx'
import { AgentVersions, FeedbackChart, FeedbackTotals } from './feedback-statistics.tsx'

/** What users say of responses: over time, by version of the agent, and one by one. */
export function FeedbackPage() {
  const { filters } = useFilters()
  const { days, agent } = filters
  const range = useMemo(() => rangeOf({ days }, new Date()), [days])
  const query = { from: range.from, to: range.to, workflowId: agent }
  const { data, error, refetch } = useRead(
    ['chat', 'feedback', 'statistics', query],
    (api, signal) => actAs(api).get(feedbackStatisticsPath, { query, signal }),
    { keepsPrevious: true, refetchInterval: 30_000 },
  )
  const headers = actingHeaders()
  return (
    <Page
      title="Feedback"
      about="Ratings and comments that users gave to responses. Days are in UTC."
      calls={[
        { title: 'List feedback', call: { method: 'GET', path: feedbackListPath, query, headers } },
        { title: 'Statistics', call: { method: 'GET', path: feedbackStatisticsPath, query, headers } },
      ]}
    >
      <InboxTabs />
      <Filters range={range} />
      {error && !data ? (
        <ErrorAlert error={error} retry={() => void refetch()} />
      ) : (
        <>
          <FeedbackTotals statistics={data} />
          {data && <FeedbackChart statistics={data} range={range} />}
          {data && data.agents.length > 0 && <AgentVersions statistics={data} />}
        </>
      )}
      <FeedbackList range={range} />
    </Page>
  )
}

const ratings = [
  { value: 'positive', label: 'Good' },
  { value: 'negative', label: 'Bad' },
]

function Filters({ range }: { range: DayRange }) {
  const { filters, set } = useFilters()
  const { data: agents = [] } = useAgents()
  const { days, agent, rating, comment } = filters
  return (
    <FilterBar
      hasFilters={Boolean(days || agent || rating || comment)}
      onClear={() => set({ days: undefined, agent: undefined, rating: undefined, comment: undefined })}
    >
      <UrlSelect
        label="Range"
        isMain
        value={range.preset ?? ''}
        onChange={(next) => set({ days: next, page: undefined })}
      >
        {presets.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </UrlSelect>
      <Filter
        label="Agent"
        value={agent ?? ''}
        choices={agents.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(next) => set({ agent: next })}
      />
      <Filter
        label="Rating"
        value={rating ?? ''}
        choices={ratings}
        onChange={(next) => set({ rating: next })}
      />
      <Filter
        label="Comment"
        value={comment ?? ''}
        choices={[{ value: 'true', label: 'With a comment' }]}
        onChange={(next) => set({ comment: next })}
      />
    </FilterBar>
  )
}
