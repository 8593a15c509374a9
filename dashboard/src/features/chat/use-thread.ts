import type { ChatInterrupt, Stoa, Thread, ThreadMessage, ThreadRun } from '@stoa/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useProject, useRead, useRefresh } from '../../project.ts'
import { messagesPath, runsPath, searchPath, threadPath } from './chat-api.ts'

/** On behalf of whom the calls are made. */
export type ActAs = (api: Stoa) => Stoa

// Others may write in the same thread: its user, another operator, a run in the background.
const pollMs = 2_500
const pageSize = 100

/** Without its messages, which a long thread has many of. */
async function readHead(api: Stoa, id: string, signal: AbortSignal): Promise<Thread> {
  const body = { ids: [id], limit: 1 }
  const { data } = await api.page(searchPath, { method: 'post', body, signal })
  // The other call says why there is none.
  return data[0] ?? api.get(threadPath, { params: { thread_id: id }, signal })
}

/** The state of a thread, read again and again: others may write in it. */
export const useThreadHead = (id: string, act: ActAs, refetchInterval = pollMs) =>
  useRead(['chat', 'thread', id, 'head'], (api, signal) => readHead(act(api), id, signal), {
    refetchInterval,
  })

/** The newest messages, oldest first. */
async function readMessages(api: Stoa, id: string, count: number, signal: AbortSignal) {
  const newest: ThreadMessage[] = []
  for (let page = 1; ; page++) {
    const query = { order: 'desc', limit: pageSize, page } as const
    const { data, total } = await api.page(messagesPath, { params: { thread_id: id }, query, signal })
    newest.push(...data)
    if (newest.length >= Math.min(count, total) || data.length === 0)
      return { messages: newest.reverse(), total }
  }
}

const interruptsOf = ({ interrupts = {} }: Thread): ChatInterrupt[] => Object.values(interrupts).flat()

/**
 * What a thread waits for. Those of an earlier run are not shown until the new ones are read: an input that is edited
 * would be lost with them.
 */
function useInterrupts(id: string, act: ActAs, head: Thread | undefined): ChatInterrupt[] {
  const { project } = useProject()
  const client = useQueryClient()
  const key = ['chat', 'thread', id, 'interrupts']
  const isInterrupted = head?.status === 'interrupted'
  const { data } = useRead(
    key,
    async (api, signal) => {
      const thread = await act(api).get(threadPath, { params: { thread_id: id }, signal })
      return { items: interruptsOf(thread), messageCount: thread.messageCount }
    },
    { isEnabled: isInterrupted },
  )
  useEffect(() => {
    if (!isInterrupted) client.removeQueries({ queryKey: [project.id, ...key] })
  }, [isInterrupted])
  return isInterrupted && data && data.messageCount >= head.messageCount ? data.items : []
}

/** A thread as it is stored: its state, its newest messages, its runs, and what it waits for. */
export function useThread(id: string, act: ActAs, count: number) {
  const refresh = useRefresh()
  const { project } = useProject()
  const client = useQueryClient()
  const key = ['chat', 'thread', id]
  const head = useThreadHead(id, act)
  const messages = useRead(
    [...key, 'messages', count],
    (api, signal) => readMessages(act(api), id, count, signal),
    { keepsPrevious: true },
  )
  const runs = useRead<ThreadRun[]>([...key, 'runs'], async (api, signal) => {
    const query = { limit: pageSize }
    return (await act(api).page(runsPath, { params: { thread_id: id }, query, signal })).data
  })
  const interrupts = useInterrupts(id, act, head.data)
  /** False where the messages could not be read, because the server cannot be reached. */
  const reload = async (): Promise<boolean> => {
    const since = Date.now()
    await refresh(key, ['chat', 'threads'])
    const { dataUpdatedAt = 0 } = client.getQueryState([project.id, ...key, 'messages', count]) ?? {}
    return dataUpdatedAt >= since
  }
  // What was read with an older state is read again.
  const version = head.data && `${head.data.status} ${head.data.updated_at} ${head.data.messageCount}`
  useEffect(() => {
    if (version !== undefined) void refresh([...key, 'messages'], [...key, 'runs'], [...key, 'interrupts'])
  }, [version])
  return {
    head,
    messages,
    runs,
    interrupts,
    reload,
    /** Of a run that was just started or continued: it is followed without reading the list again. */
    addRun: (run: ThreadRun) =>
      client.setQueryData<ThreadRun[]>([project.id, ...key, 'runs'], (before = []) => [
        run,
        ...before.filter(({ run_id: each }) => each !== run.run_id),
      ]),
  }
}

export type ThreadReads = ReturnType<typeof useThread>
