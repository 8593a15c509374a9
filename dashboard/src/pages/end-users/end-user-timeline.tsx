import type { TimelineItem } from '@stoa/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import Boxes from 'lucide-react/icons/boxes'
import Coins from 'lucide-react/icons/coins'
import FileIcon from 'lucide-react/icons/file'
import MessagesSquare from 'lucide-react/icons/messages-square'
import Workflow from 'lucide-react/icons/workflow'
import Wrench from 'lucide-react/icons/wrench'
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
import { useToolNames } from '../../features/tools/use-tool-names.ts'
import { typeNameOf } from '../../features/usage/usage-types.ts'
import { workflowExecutionUrl } from '../../features/workflows/workflows-api.ts'
import { href } from '../../href.ts'
import { useProject } from '../../project.ts'
import { fileRoutes } from '../files/routes.ts'
import { modelRoutes } from '../models/routes.ts'
import { toolRoutes } from '../tools/routes.ts'
import { usageRoutes } from '../usage/routes.ts'
import './end-user-timeline.css'

type Kind = TimelineItem['kind']

/** The status of what was approved on top of a cap. */
const extraCredits = 'extra_credits'

type KindOf = {
  plural: string
  icon: LucideIcon
  url(id: string, userId: string, status: string | null): string
}

const kinds: Record<Kind, KindOf> = {
  run: { plural: 'Runs', icon: Workflow, url: workflowExecutionUrl },
  chat: { plural: 'Chats', icon: MessagesSquare, url: inboxThreadUrl },
  call: { plural: 'Model calls', icon: Boxes, url: (id) => href(modelRoutes.call, { id }) },
  tool: { plural: 'Tool runs', icon: Wrench, url: (id) => href(toolRoutes.run, { id }) },
  file: { plural: 'Files', icon: FileIcon, url: (id) => href(fileRoutes.detail, { id }) },
  credit: {
    plural: 'Credits',
    icon: Coins,
    url: (_, userId, status) =>
      status === extraCredits ? usageRoutes.caps : `${usageRoutes.ledger}?eUID=${userId}`,
  },
}

const labels: Record<Kind, string> = {
  run: 'Run',
  chat: 'Chat',
  call: 'Model call',
  tool: 'Tool run',
  file: 'File',
  credit: 'Credits',
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
  const toolNameOf = useToolNames(
    items?.filter((item) => item.kind === 'tool').map((item) => item.title) ?? [],
  )
  return (
    <Card title="Timeline">
      <SegmentedControl label="Show" value={kind} choices={choices} onChange={setKind} />
      {items?.length === 0 && (
        <p className="muted">
          {kind === 'all'
            ? 'Nothing yet. What this user does, and what is done for them, is listed here.'
            : 'None yet.'}
        </p>
      )}
      {items && items.length > 0 && (
        <ol className="timeline" aria-label="Timeline">
          {items.map((item) => (
            <Item
              key={`${item.kind} ${item.id}`}
              item={item}
              userId={userId}
              toolName={item.kind === 'tool' ? toolNameOf(item.title) : undefined}
            />
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

type ItemProps = { item: TimelineItem; userId: string; toolName: string | undefined }

function Item({ item, userId, toolName }: ItemProps) {
  const { kind, id, title, status, at } = item
  const { icon: Icon, url } = kinds[kind]
  return (
    <li>
      <span className="timeline-icon" data-failed={isFailure(item) ? '' : undefined}>
        <Icon size={14} aria-hidden />
      </span>
      <span className="two-lines">
        <Link to={url(id, userId, status)} className="truncate">
          {kind === 'credit' && title === status ? typeNameOf(title) : (toolName ?? title)}
        </Link>
        <span className="muted small">{factsOf(item).join(' · ')}</span>
      </span>
      <TimeAgo at={at} />
    </li>
  )
}

const isFailure = ({ kind, status }: TimelineItem): boolean =>
  kind !== 'credit' && /fail|error/.test(status ?? '')

function factsOf({ kind, status, credits, durationMs }: TimelineItem): string[] {
  if (status === extraCredits) return ['Cap', `${formatAmount(-(credits ?? 0))} extra credits approved`]
  const facts = [kind === 'credit' && status === 'adjustment' ? 'Adjustment' : labels[kind]]
  if (status !== null && kind !== 'credit') facts.push(status.replaceAll('_', ' '))
  if (durationMs !== null) facts.push(formatDuration(durationMs))
  if (credits !== null && credits > 0) facts.push(`${formatAmount(credits)} credits`)
  if (credits !== null && credits < 0) facts.push(`${formatAmount(-credits)} credits given back`)
  return facts
}
