import { isStoaError } from '@stoa/sdk'
import { useEffect, useRef, useState } from 'react'
import { errorMessage } from '../../../../components/feedback/error-alert.tsx'
import { useSavedItemCommands } from '../../../../features/saved-items/use-saved-items.ts'
import type { Playground, Turn } from '../draft.ts'
import type { Chat } from '../use-chat.ts'

export const conversationPlace = { kind: 'playground_conversation' } as const

const nameLength = 80

function nameOf([first]: readonly Turn[]): string {
  const text = first?.text.replace(/\s+/g, ' ').trim() || first?.files[0]?.name || 'Conversation'
  return text.length > nameLength ? `${text.slice(0, nameLength)}…` : text
}

/** Turns that are stored as they are; one that is opened from the history is. */
const storedTurns = new WeakSet<readonly Turn[]>()
export const markStored = (turns: readonly Turn[]) => storedTurns.add(turns)

/**
 * Stores the conversation after each response. What ran as an end user is not stored: erasing the user would leave it.
 * Returns why it could not be stored, in words, or null.
 */
export function useSavedConversation(chat: Chat): string | null {
  const { draft, turns, savedId, isRunning } = chat
  // By the first turn, which identifies a conversation: one may be left while it is still being stored.
  const ids = useRef(new Map<string, string>())
  const last = useRef(Promise.resolve())
  const [problem, setProblem] = useState<string | null>(null)
  const save = useSave(ids.current, chat)
  useState(() => savedId !== undefined && markStored(turns))
  const isOfUser = draft.user.trim() !== ''
  const key = turns[0]?.id
  const isReady = key !== undefined && !isRunning && !isOfUser

  useEffect(() => {
    if (key !== undefined && savedId !== undefined) ids.current.set(key, savedId)
    if (!isReady || storedTurns.has(turns)) return
    markStored(turns)
    const data = { draft: { ...draft, text: '', files: [] }, turns } satisfies Playground
    // One after the other, or the first two would each make an item.
    last.current = last.current
      .then(() => save(key, data))
      .then(
        () => setProblem(null),
        (error) => setProblem(errorMessage(error)),
      )
  }, [turns, isReady, savedId])

  if (turns.length === 0) return null
  if (isOfUser)
    return 'Not stored in your history: erasing an end user erases their conversations, and would not reach it.'
  return problem && `Not stored in the history: ${problem}`
}

function useSave(ids: Map<string, string>, { setSavedId }: Chat) {
  const { create, replace } = useSavedItemCommands(conversationPlace)
  return async (key: string, data: Pick<Playground, 'draft' | 'turns'>) => {
    const id = ids.get(key)
    const createItem = () => create(nameOf(data.turns), data)
    const item =
      id === undefined
        ? await createItem()
        : await replace(id, data).catch((error: unknown) => {
            // Deleted in another window while it continued here.
            if (isStoaError(error) && error.status === 404) return createItem()
            throw error
          })
    ids.set(key, item.id)
    setSavedId(item.id, key)
  }
}
