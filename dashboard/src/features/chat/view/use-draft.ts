import { useState } from 'react'
import { useMemoryState } from '../../../state/use-memory-state.ts'
import type { Attachment } from '../../files/attachments/attachment.ts'
import { useAttachments } from '../../files/attachments/use-attachments.ts'
import type { Draft } from '../transcript/message.ts'

type Written = { text: string; files: readonly Attachment[] }
const nothing: Written = { text: '', files: [] }

export type Sending = {
  /** What is written is remembered under it while one is on other pages. */
  name: string
  isRunning?: boolean
  /** What is written stays when it rejects. */
  onSend(draft: Draft): Promise<unknown>
  onStop?(): Promise<unknown>
}

/** A message that is being written, and what becomes of it. */
export function useDraft({ name, isRunning = false, onSend, onStop }: Sending) {
  const [written, change] = useMemoryState<Written>(`chat-draft.${name}`, nothing)
  // A thread refers to its files as long as it exists.
  const attachments = useAttachments(
    { user: '', files: written.files },
    (patch) => change((before) => ({ ...before, ...patch({ user: '', files: before.files }) })),
    { isKept: true },
  )
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const isEmpty = written.text.trim() === '' && written.files.length === 0
  const canSend = !isEmpty && !isBusy && attachments.sending === 0
  const attempt = async (work: () => Promise<unknown>, undo?: () => void) => {
    setBusy(true)
    setFailure(null)
    await work().catch((error) => {
      undo?.()
      setFailure(error)
    })
    setBusy(false)
  }
  return {
    written,
    attachments,
    failure,
    isBusy,
    isEmpty,
    canSend,
    write: (text: string) => change((before) => ({ ...before, text })),
    send() {
      if (!canSend) return
      change(() => nothing)
      void attempt(
        () => onSend({ text: written.text, fileIds: written.files.map(({ id }) => id) }),
        () => change(() => written),
      )
    },
    stop() {
      if (onStop && isRunning && !isBusy) void attempt(onStop)
    },
  }
}
