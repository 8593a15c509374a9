import type { ThreadRun } from '@stoa/sdk'
import { useEffect, useMemo, useState } from 'react'
import { useProject, useRefresh } from '../../project.ts'
import { isOpen, titlePath } from './chat-api.ts'
import { replyCommands, runCommands, type SentMessage } from './commands.ts'
import { storedMessage } from './transcript/message.ts'
import { turnsOf, withLive } from './transcript/turns.ts'
import { useLiveRun } from './use-live-run.ts'
import { useQueue } from './use-queue.ts'
import { type ActAs, type ThreadReads, useThread } from './use-thread.ts'

// Of a long conversation the rest is loaded on request.
const firstCount = 100

type ConversationOptions = {
  /** Starts the run of a message otherwise than the thread's agent does. */
  startRun?: (message: SentMessage) => Promise<ThreadRun>
}

/** A conversation: its messages, those that are being generated, and everything that can be done in it. */
export function useConversation(threadId: string, act: ActAs, { startRun }: ConversationOptions = {}) {
  const { api: projectApi } = useProject()
  const api = useMemo(() => act(projectApi), [projectApi, act])
  const [count, setCount] = useState(firstCount)
  const reads = useThread(threadId, act, count)
  const { head, messages, reload } = reads
  const runs = reads.runs.data ?? []
  const live = useLiveRun({ api, threadId, runs: reads.runs.data, reload })
  const stored = useMemo(() => messages.data?.messages.map(storedMessage) ?? [], [messages.data])
  const queue = useQueue({ threadId, act, runs, stored })
  useTitle(threadId, act, reads)
  const active = runs.findLast(isOpen)
  const { pending } = queue
  const pendingIds = pending.map(({ id }) => id).join()
  const turns = useMemo(
    () => turnsOf(withLive(stored, [...pending, ...(live.run?.messages ?? [])])),
    [stored, pendingIds, live.run],
  )
  return {
    api,
    threadId,
    thread: head.data,
    error: head.error ?? messages.error,
    isLoaded: head.data !== undefined && messages.data !== undefined && reads.runs.data !== undefined,
    turns,
    hasEarlier: messages.data !== undefined && messages.data.total > messages.data.messages.length,
    showEarlier: () => setCount((before) => before + 4 * firstCount),
    runs,
    live,
    isRunning: active !== undefined || queue.isSending,
    queued: queue.queued,
    interrupts: reads.interrupts,
    reload,
    ...runCommands({ api, threadId, reads, queue, active, startRun }),
    ...replyCommands({ api, threadId, reads }),
  }
}

export type Conversation = ReturnType<typeof useConversation>

/** Names a conversation after its first response. */
function useTitle(threadId: string, act: ActAs, { head: { data: thread } }: ThreadReads): void {
  const { api } = useProject()
  const refresh = useRefresh()
  const isUntitled =
    thread?.status === 'idle' && thread.messageCount > 1 && typeof thread.metadata.title !== 'string'
  useEffect(() => {
    if (!isUntitled) return
    act(api)
      .post(titlePath, { params: { thread_id: threadId } })
      .then(() => refresh(['chat']))
      // It then stays without one until it is opened again.
      .catch(() => undefined)
  }, [threadId, isUntitled])
}
