import { useEffect } from 'react'
import { useProject, useRefresh } from '../../project.ts'
import { memoryStore } from '../../state/memory-store.ts'
import { memoryKey, useMemoryState } from '../../state/use-memory-state.ts'
import { titlePath } from './chat-api.ts'
import type { ActAs, ThreadReads } from './use-thread.ts'

const nameFor = (threadId: string) => `chat-title.${threadId}`

/** For a page that starts the conversation and then opens it. */
export const makeTitleLater = (projectId: string, threadId: string): void =>
  memoryStore.set(memoryKey(projectId, nameFor(threadId)), true)

/**
 * Names a conversation after its first response, where a message was written on this page. A page that only reads a
 * conversation calls no model and renames nothing.
 */
export function useTitle(threadId: string, act: ActAs, { head: { data: thread } }: ThreadReads) {
  const { api } = useProject()
  const refresh = useRefresh()
  const [isWanted, setWanted] = useMemoryState(nameFor(threadId), false)
  const isUntitled =
    thread?.status === 'idle' && thread.messageCount > 1 && typeof thread.metadata.title !== 'string'
  const isDue = isWanted && isUntitled
  useEffect(() => {
    if (!isDue) return
    setWanted(() => false)
    act(api)
      .post(titlePath, { params: { thread_id: threadId } })
      .then(() => refresh(['chat']))
      // Without a title, lists show the first text.
      .catch(() => undefined)
  }, [threadId, isDue])
  return { makeLater: () => setWanted(() => true) }
}
