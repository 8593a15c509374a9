import type { TimelineItem } from '@stoa/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../components/actions/button.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../components/feedback/skeleton.tsx'
import { SegmentedControl } from '../../components/form/segmented-control.tsx'
import { Card } from '../../components/layout/page.tsx'
import { formatDuration } from '../../components/text/format-duration.ts'
import { formatAmount } from '../../components/text/format-number.ts'
import { TimeAgo } from '../../components/text/time-ago.tsx'
import { inboxThreadUrl } from '../../features/chat/chat-api.ts'
import { workflowExecutionUrl } from '../../features/workflows/workflows-api.ts'
import { href } from '../../href.ts'
import { useProject } from '../../project.ts'
import { fileRoutes } from '../files/routes.ts'
import { modelRoutes } from '../models/routes.ts'
import { toolRoutes } from '../tools/routes.ts'
import './end-user-timeline.css'

type Kind = TimelineItem['kind']

const kinds: Record<Kind, { label: string; plural: string; url(id: string): string }> = {
  run: { label: 'Run', plural: 'Runs', url: workflowExecutionUrl },
  chat: { label: 'Chat', plural: 'Chats', url: inboxThreadUrl },
  call: { label: 'Model call', plural: 'Model calls', url: (id) => href(modelRoutes.call, { id }) },
  tool: { label: 'Tool run', plural: 'Tool runs', url: (id) => href(toolRoutes.run, { id }) },
  file: { label: 'File', plural: 'Files', url: (id) => href(fileRoutes.detail, { id }) },
}

const choices = [
  { value: 'all', label: 'All' },
  ...Object.entries(kinds).map(([value, { plural }]) => ({ value, label: plural })),
]

const pageSize = 20
const path = '/api/v1/external-users/{id}/timeline'

function useTimeline(id: string, kind: string) {
  const { api, project } = useProject()
  return useInfiniteQuery({
    queryKey: [project.id, 'end-user', id, 'timeline', kind],
    queryFn: ({ pageParam, signal }) =>
      api.get(path, {
        params: { id },
        query: {
          limit: pageSize,
          ...(kind === 'all' ? {} : { kinds: [kind as Kind] }),
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
}

/** What the end user did, and what was done for it, newest first. */
export function EndUserTimeline({ userId }: { userId: string }) {
  const [kind, setKind] = useState('all')
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useTimeline(userId, kind)
  const items = data?.pages.flatMap((page) => page.items)
  return (
    <Card title="Timeline">
      <div className="timeline-kinds">
        <SegmentedControl label="Show" value={kind} choices={choices} onChange={setKind} />
      </div>
      {items?.length === 0 && <p className="muted">Nothing yet.</p>}
      {items && items.length > 0 && (
        <ol className="timeline" aria-label="Timeline">
          {items.map((item) => (
            <Item key={`${item.kind} ${item.id}`} item={item} />
          ))}
        </ol>
      )}
      {!items &&
        (error ? <ErrorAlert error={error} retry={() => void refetch()} /> : <SkeletonLines count={5} />)}
      {hasNextPage && (
        <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older
        </Button>
      )}
    </Card>
  )
}

const Item = ({ item: { kind, id, title, status, credits, durationMs, at } }: { item: TimelineItem }) => (
  <li>
    <span className="muted">{kinds[kind].label}</span>
    <Link to={kinds[kind].url(id)}>{title}</Link>
    <span className="muted small timeline-facts">
      {[
        status,
        durationMs !== null && formatDuration(durationMs),
        credits !== null && credits > 0 && `${formatAmount(credits)} credits`,
      ]
        .filter(Boolean)
        .join(' · ')}
    </span>
    <TimeAgo at={at} />
  </li>
)
