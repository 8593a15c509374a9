import type { BodyOf, Stoa, ThreadRun } from '@stoa/sdk'
import { useEffect, useMemo, useState } from 'react'
import { useProject, useRefresh } from '../../project.ts'
import {
  cancelPath,
  feedbackPath,
  forkPath,
  isOpen,
  operatorReplyPath,
  replyModePath,
  runsPath,
  titlePath,
} from './chat-api.ts'
import { contentOf, type Draft, emptyMessage, type Message, storedMessage } from './transcript/message.ts'
import { turnsOf, withLive } from './transcript/turns.ts'
import { useLiveRun } from './use-live-run.ts'
import { type ActAs, type ThreadReads, useThread } from './use-thread.ts'

type RunBody = NonNullable<BodyOf<typeof runsPath, 'post'>>

// Of a long conversation the rest is loaded on request.
const firstCount = 100

/** A conversation: its messages, those that are being generated, and everything that can be done in it. */
export function useConversation(threadId: string, act: ActAs) {
  const { api: projectApi } = useProject()
  const api = useMemo(() => act(projectApi), [projectApi, act])
  const [count, setCount] = useState(firstCount)
  const reads = useThread(threadId, act, count)
  const { head, messages, runs, reload } = reads
  const live = useLiveRun({ api, threadId, runs: runs.data, reload })
  const stored = useMemo(() => messages.data?.messages.map(storedMessage) ?? [], [messages.data])
  const { pending, setPending } = usePending(stored)
  useTitle(threadId, act, reads)
  const active = runs.data?.filter(isOpen) ?? []
  const turns = useMemo(
    () => turnsOf(withLive(stored, [...(pending ? [pending] : []), ...(live.run?.messages ?? [])])),
    [stored, pending, live.run],
  )
  return {
    api,
    thread: head.data,
    error: head.error ?? messages.error,
    isLoaded: head.data !== undefined && messages.data !== undefined && runs.data !== undefined,
    turns,
    hasEarlier: messages.data !== undefined && messages.data.total > messages.data.messages.length,
    showEarlier: () => setCount((before) => before + 4 * firstCount),
    runs: runs.data ?? [],
    live,
    isRunning: active.length > 0 || pending !== null,
    interrupts: reads.interrupts,
    reload,
    ...runCommands({ api, threadId, reads, setPending, active }),
    ...replyCommands({ api, threadId, reads }),
  }
}

/** The message that was just sent, until it is stored. */
function usePending(stored: readonly Message[]) {
  const [pending, setPending] = useState<Message | null>(null)
  const isStored = pending !== null && stored.some(({ id }) => id === pending.id)
  useEffect(() => {
    if (isStored) setPending(null)
  }, [isStored])
  return { pending: isStored ? null : pending, setPending }
}

type Commands = { api: Stoa; threadId: string; reads: ThreadReads }
type RunCommands = Commands & {
  setPending(message: Message | null): void
  active: readonly ThreadRun[]
}

/** What starts, continues and ends runs. */
function runCommands({ api, threadId, reads: { reload, addRun }, setPending, active }: RunCommands) {
  const params = { thread_id: threadId }
  const start = async (body: RunBody): Promise<void> => {
    const run = await api.post(runsPath, { params, body })
    // In a thread that a human answers the message is stored, and nothing runs.
    if (isOpen(run)) addRun(run)
    else await reload()
  }
  const say = async (draft: Draft) => {
    const message = { id: crypto.randomUUID(), type: 'human', content: contentOf(draft) }
    setPending({ ...emptyMessage, id: message.id, role: 'human', ...draft })
    try {
      await start({ input: { messages: [message] } })
    } catch (error) {
      setPending(null)
      throw error
    }
  }
  const fork = async (messageId: string, position: 'before' | 'after') => {
    await api.post(forkPath, { params, body: { message_id: messageId, position } })
    await reload()
  }
  return {
    say,
    /** Another message in the place of this one; what followed stays in its own branch. */
    async edit(messageId: string, draft: Draft) {
      await fork(messageId, 'before')
      await say(draft)
    },
    /** Another response to the same message. */
    async regenerate(messageId: string) {
      await fork(messageId, 'after')
      await start({})
    },
    async stop() {
      const query = { wait: true, action: 'interrupt' } as const
      for (const { run_id: id } of active)
        await api.post(cancelPath, { params: { ...params, run_id: id }, query })
      await reload()
    },
    /** Answers what the run waits for; the run continues. */
    answer: (interruptId: string, value: unknown) => start({ command: { resume: { [interruptId]: value } } }),
  }
}

/** What humans do besides the agent. */
function replyCommands({ api, threadId, reads: { reload } }: Commands) {
  const params = { thread_id: threadId }
  return {
    async setReplyMode(mode: 'agent' | 'human') {
      await api.patch(replyModePath, { params, body: { mode } })
      await reload()
    },
    async reply(text: string) {
      await api.post(operatorReplyPath, { params, body: { text } })
      await reload()
    },
    async giveFeedback(messageId: string, score: number) {
      await api.post(feedbackPath, { params: { ...params, messageId }, body: { score } })
      await reload()
    },
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
