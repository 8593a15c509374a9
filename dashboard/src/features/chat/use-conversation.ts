import type { ThreadRun } from '@stoa/sdk'
import { useMemo, useState } from 'react'
import { useProject } from '../../project.ts'
import { isOpen } from './chat-api.ts'
import { replyCommands, runCommands, type SentMessage } from './commands.ts'
import { type Draft, storedMessage } from './transcript/message.ts'
import { turnsOf, withLive } from './transcript/turns.ts'
import { useLiveRun } from './use-live-run.ts'
import { useQueue } from './use-queue.ts'
import { type ActAs, useThread } from './use-thread.ts'
import { useTitle } from './use-title.ts'

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
  const active = runs.findLast(isOpen)
  const commands = runCommands({ api, threadId, reads, queue, active, startRun })
  const title = useTitle(threadId, act, reads)
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
    ...commands,
    async say(draft: Draft) {
      title.makeLater()
      await commands.say(draft)
    },
    ...replyCommands({ api, threadId, reads }),
  }
}

export type Conversation = ReturnType<typeof useConversation>
