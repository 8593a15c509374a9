import { useEffect, useRef, useState } from 'react'
import type { HttpRequest } from '../../../components/code/request-snippets.ts'
import { type ResponseBody, readBody } from '../request/read-response.ts'
import { type Secrets, sendRequest } from '../request/send.ts'

export type Outcome =
  | { kind: 'waiting' }
  | { kind: 'failed'; message: string }
  | { kind: 'response'; response: Response; elapsedMs: number; body: ResponseBody }

const sinceMs = (startedAt: number) => Math.round(performance.now() - startedAt)

/** Sends requests one at a time and follows their responses; another operation, or leaving the page, ends them. */
export function useSend() {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [isSending, setSending] = useState(false)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function send(request: HttpRequest, secrets: Secrets): Promise<void> {
    running.current = new AbortController()
    const { signal } = running.current
    const startedAt = performance.now()
    setSending(true)
    setOutcome({ kind: 'waiting' })
    try {
      const response = await sendRequest(request, secrets, signal)
      const show = (body: ResponseBody) =>
        setOutcome({ kind: 'response', response, elapsedMs: sinceMs(startedAt), body })
      show({ kind: 'reading' })
      for await (const body of readBody(response, signal)) show(body)
    } catch (error) {
      const message = signal.aborted
        ? 'Stopped before the response was complete.'
        : `Request failed: ${(error as Error).message}`
      setOutcome({ kind: 'failed', message })
    } finally {
      setSending(false)
    }
  }

  return { outcome, isSending, send, stop: () => running.current?.abort() }
}
