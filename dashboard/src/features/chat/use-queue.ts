import type { ThreadRun } from '@stoa/sdk'
import { useRef, useState } from 'react'
import { useRead } from '../../project.ts'
import { executionPath } from '../workflows/workflows-api.ts'
import { isOpen } from './chat-api.ts'
import { type Message, messageOf } from './transcript/message.ts'
import type { ActAs } from './use-thread.ts'

/** A message that was sent here and is not stored yet. */
type Sent = {
  message: Message
  /** Null until the server has accepted it. */
  runId: string | null
  /** Whether another run was active when it was sent. */
  isBehind: boolean
}

/** A message that waits for the active run to end. */
export type QueuedMessage = { id: string; runId: string | null; message: Message | null }

type QueueOptions = {
  threadId: string
  act: ActAs
  /** Newest first. */
  runs: readonly ThreadRun[]
  stored: readonly Message[]
}

/** Messages that are not stored yet: the message that is being answered, and those that wait for it. */
export function useQueue({ threadId, act, runs, stored }: QueueOptions) {
  const [all, setSent] = useState<readonly Sent[]>([])
  const lastSent = useRef<Promise<unknown>>(Promise.resolve())
  const known = new Set(stored.map(({ id }) => id))
  const statuses = new Map(runs.map((run) => [run.run_id, run.status]))
  const sent = all.filter(
    ({ message: { id }, runId }) => !known.has(id) && statuses.get(runId ?? '') !== 'cancelled',
  )
  const open = runs.filter(isOpen).map(({ run_id: id }) => id)
  const waiting = open.slice(0, -1).reverse()
  const isWaiting = ({ runId, isBehind }: Sent) => (runId === null ? isBehind : waiting.includes(runId))
  const ofOthers = useInputs(
    threadId,
    act,
    waiting.filter((id) => !sent.some(({ runId }) => runId === id)),
  )
  const queued: QueuedMessage[] = [
    ...waiting.map((runId) => ({
      id: runId,
      runId,
      message: sent.find((each) => each.runId === runId)?.message ?? ofOthers.get(runId) ?? null,
    })),
    ...sent
      .filter(({ runId, isBehind }) => runId === null && isBehind)
      .map(({ message }) => ({ id: message.id, runId: null, message })),
  ]
  const change = (id: string, next: (before: Sent) => Sent | null) =>
    setSent((before) => before.flatMap((each) => (each.message.id === id ? (next(each) ?? []) : [each])))
  return {
    /** In the transcript: its run is the active one. */
    pending: sent.filter((each) => !isWaiting(each)).map(({ message }) => message),
    queued,
    isSending: sent.some(({ runId }) => runId === null),
    add: (message: Message) =>
      setSent((before) => [
        ...before.filter(({ message: { id } }) => !known.has(id)),
        { message, runId: null, isBehind: open.length > 0 },
      ]),
    /** One message does not overtake another on its way to the server. */
    inOrder<T>(send: () => Promise<T>): Promise<T> {
      const sent = lastSent.current.then(send)
      lastSent.current = sent.catch(() => undefined)
      return sent
    },
    accept: (id: string, runId: string) => change(id, (before) => ({ ...before, runId })),
    remove: (id: string) => change(id, () => null),
  }
}

export type Queue = ReturnType<typeof useQueue>

type Input = { messages?: Parameters<typeof messageOf>[0][] } | null

/** What runs that were started elsewhere, or before the page was reloaded, will say. */
function useInputs(threadId: string, act: ActAs, runIds: readonly string[]): ReadonlyMap<string, Message> {
  const { data } = useRead(
    ['chat', 'thread', threadId, 'queued', ...runIds],
    (api, signal) =>
      Promise.all(
        runIds.map(async (id) => {
          const query = { stepsLimit: 0 }
          const { inputData } = await act(api).get(executionPath, { params: { id }, query, signal })
          const [first] = (inputData as Input)?.messages ?? []
          return first ? ([[id, messageOf(first, id)]] as const) : []
        }),
      ),
    { isEnabled: runIds.length > 0 },
  )
  return new Map(data?.flat())
}
