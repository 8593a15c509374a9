import type { BodyOf, Thread } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Button } from '../../components/actions/button.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../components/feedback/skeleton.tsx'
import { Status, type StatusKind } from '../../components/feedback/status.tsx'
import { TimeAgo } from '../../components/text/time-ago.tsx'
import { searchPath, titleOf } from '../../features/chat/chat-api.ts'
import type { ActAs } from '../../features/chat/use-thread.ts'
import { useThreadEvents } from '../../features/chat/use-thread-events.ts'
import { useRead } from '../../project.ts'

type Search = NonNullable<BodyOf<typeof searchPath, 'post'>>

const pageSize = 30

/** The scope separates what is read for one user from what is read for all. */
export function useThreadPage(search: Search, act: ActAs, scope: string) {
  const refetchInterval = useThreadEvents()
  return useRead(
    ['chat', 'threads', search, scope],
    (api, signal) => act(api).page(searchPath, { method: 'post', body: search, signal }),
    { refetchInterval, keepsPrevious: true },
  )
}

/** The own ones, as many as were scrolled to. */
export function useThreads(search: Search, act: ActAs) {
  const [limit, setLimit] = useState(pageSize)
  const read = useThreadPage({ ...search, limit }, act, 'own')
  return { ...read, showMore: () => setLimit((before) => before + pageSize) }
}

const states: Record<Thread['status'], { kind: StatusKind; label: string } | null> = {
  idle: null,
  busy: { kind: 'warn', label: 'Running' },
  interrupted: { kind: 'warn', label: 'Needs approval' },
  error: { kind: 'bad', label: 'Failed' },
}

/** What is special about a conversation; that it is idle only in a column of states. */
export function ThreadState({ thread, isNamed = false }: { thread: Thread; isNamed?: boolean }) {
  const { status, replyMode } = thread
  const state = states[status]
  if (state) return <Status kind={state.kind}>{state.label}</Status>
  if (escalationOf(thread)) return <Status kind="warn">Escalated</Status>
  if (replyMode === 'human') return <Status kind="good">Taken over</Status>
  return isNamed ? <Status kind="off">Idle</Status> : null
}

/** Why the agent has passed the conversation to a human; null where it has not. */
export function escalationOf({ metadata }: Thread): string | null {
  const { reason } = (metadata.escalation ?? {}) as { reason?: unknown }
  return typeof reason === 'string' ? reason : null
}

type ThreadListProps = {
  threads: ReturnType<typeof useThreadPage> & { showMore?(): void }
  urlOf(id: string): string
  /** The one that is open. */
  current?: string
  empty: ReactNode
}

/** Conversations, the last one first. */
export function ThreadList({ threads, urlOf, current, empty }: ThreadListProps) {
  const { data, error, refetch, showMore } = threads
  if (error && !data) return <ErrorAlert error={error} retry={() => void refetch()} />
  if (!data) return <SkeletonLines count={8} />
  if (data.total === 0) return empty
  return (
    <>
      <ul className="thread-list">
        {data.data.map((thread) => (
          <li key={thread.id} data-row="">
            <Link
              to={urlOf(thread.id)}
              data-row-link=""
              aria-current={thread.id === current ? 'page' : undefined}
            >
              <span className="truncate thread-title">{titleOf(thread)}</span>
              <span className="muted small">
                <TimeAgo at={thread.lastMessageAt ?? thread.created_at} />
              </span>
              <span className="small thread-state">
                <ThreadState thread={thread} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {showMore && data.total > data.data.length && (
        <Button variant="ghost" onClick={showMore}>
          {data.total - data.data.length} more
        </Button>
      )}
    </>
  )
}
