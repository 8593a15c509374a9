import type { ChatInterrupt } from '@stoa/sdk'
import { type ReactNode, useState } from 'react'
import type { Conversation } from '../use-conversation.ts'

/** A call of a tool that a human decides about. */
export type ToolRequest = {
  id: string
  toolSlug: string
  /** Not of requests that are older than it. */
  toolName?: string
  arguments: unknown
  taint?: string | null
  reason?: string
  /** The hash of the call that is shown. A decision about another call is refused. */
  hash?: string
  /** Since an earlier decision about the call. */
  changed?: readonly string[]
}

/** What a run waits for; which fields there are depends on its kind. */
export type Request = {
  kind?: string
  message?: string | null
  requests?: readonly ToolRequest[]
  allowedDecisions?: readonly string[]
  toolSlug?: string
  toolName?: string
  toolkitSlug?: string
  redirectUrl?: string
  arguments?: unknown
}

/** Sends an answer; which one is on its way is shown at its button. */
export function useResume({ answer, reload }: Conversation, { id }: ChatInterrupt) {
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const send = async (name: string, value: unknown) => {
    setBusy(name)
    setFailure(null)
    try {
      await answer(id, value)
    } catch (error) {
      setFailure(error)
      // Another user may have answered.
      await reload()
    } finally {
      setBusy(null)
    }
  }
  return { send: (name: string, value: unknown) => void send(name, value), failure, busy }
}

export type CardProps = { request: Request; resuming: ReturnType<typeof useResume>; alert: ReactNode }
