import { useState } from 'react'
import { useMemoryState } from '../../../state/use-memory-state.ts'
import type { Attachment } from '../../files/attachments/attachment.ts'
import { useAttachments } from '../../files/attachments/use-attachments.ts'
import type { Draft } from '../transcript/message.ts'

type Written = { text: string; files: readonly Attachment[] }
const nothing: Written = { text: '', files: [] }

/** What could not be sent, before what has been written since. */
const joined = (unsent: Written, since: Written): Written => ({
  text: [unsent.text, since.text].filter((text) => text !== '').join('\n'),
  files: [...unsent.files, ...since.files],
})

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
  const [sendingCount, setSendingCount] = useState(0)
  const [isStopping, setStopping] = useState(false)
  const isEmpty = written.text.trim() === '' && written.files.length === 0
  // What is queued behind a response need not wait until the message before it is accepted. The first one begins a run.
  const canSend = !isEmpty && (isRunning || sendingCount === 0) && attachments.sending === 0
  const sendMessage = async (message: Written) => {
    setSendingCount((count) => count + 1)
    setFailure(null)
    await onSend({ text: message.text, fileIds: message.files.map(({ id }) => id) }).catch((error) => {
      change((since) => joined(message, since))
      setFailure(error)
    })
    setSendingCount((count) => count - 1)
  }
  const stopRun = async (stop: () => Promise<unknown>) => {
    setStopping(true)
    setFailure(null)
    await stop().catch(setFailure)
    setStopping(false)
  }
  return {
    written,
    attachments,
    failure,
    isStopping,
    isEmpty,
    canSend,
    write: (text: string) => change((before) => ({ ...before, text })),
    send() {
      if (!canSend) return
      change(() => nothing)
      void sendMessage(written)
    },
    stop() {
      if (onStop && isRunning && !isStopping) void stopRun(onStop)
    },
  }
}
