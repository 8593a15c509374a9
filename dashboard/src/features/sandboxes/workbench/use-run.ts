import { eventsIn, isStoaError, type SandboxExecutionResult, type Stoa } from '@stoa/sdk'
import { useEffect, useRef, useState } from 'react'
import { errorMessage } from '../../../components/feedback/error-alert.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { useProject } from '../../../project.ts'
import { actAs } from '../../end-users/act-as.ts'
import { cancelPath, ephemeralPath, executePath } from '../sandbox-paths.ts'
import { type OutputPart, withOutput } from './output.ts'
import type { RunRequest } from './run-request.ts'

export type Run = {
  request: RunRequest
  /** Stopping: cancelled but still running; refused: never ran, or was interrupted. */
  phase: 'running' | 'stopping' | 'ended' | 'refused'
  output: readonly OutputPart[]
  result: SandboxExecutionResult | null
  failure: unknown
  startedAt: number
  /** From the press of the button to the result, on the clock of this browser. */
  totalMs: number | null
}

type RunHandlers = { onStarted(id: string): void; onOutput(part: OutputPart): void }

/** Sends a script and follows what it prints. */
async function follow(
  client: Stoa,
  { sessionId, body }: RunRequest,
  signal: AbortSignal,
  { onStarted, onOutput }: RunHandlers,
): Promise<SandboxExecutionResult> {
  const query = { stream: true }
  const response =
    sessionId === null
      ? await client.raw('POST', ephemeralPath, { query, body, signal })
      : await client.raw('POST', executePath, { params: { id: sessionId }, query, body, signal })
  for await (const { event, data } of eventsIn(response, { signal })) {
    if (event === 'result') return data as SandboxExecutionResult
    if (event === 'started') onStarted((data as { id: string }).id)
    if (event === 'stdout' || event === 'stderr')
      onOutput({ stream: event, text: (data as { text: string }).text })
  }
  throw new Error(
    'The server closed the stream without a result. Check the executions to see whether the script ran.',
  )
}

/** Called once, as soon as the ID is known: stopping right after the start must work. */
function createStop(cancel: (id: string) => void) {
  let id: string | null = null
  let isCancelRequested = false
  return {
    knows(started: string): void {
      id = started
      if (isCancelRequested) cancel(id)
    },
    press(): void {
      if (isCancelRequested) return
      isCancelRequested = true
      if (id !== null) cancel(id)
    },
  }
}

type InProgress = { line: AbortController; stop: ReturnType<typeof createStop> }

/**
 * One script at a time. A stopped one still reports its result. Leaving the page stops following, which
 * ends a script that runs on its own; in a session it continues.
 */
export function useRun(first: Run | null, onEnd: (ended: Run) => void) {
  const { api } = useProject()
  const [run, setRun] = useState(first)
  const latest = useRef(first)
  const inProgress = useRef<InProgress | null>(null)
  useEffect(() => () => inProgress.current?.line.abort(), [])
  const show = (next: Run) => {
    latest.current = next
    setRun(next)
  }
  const change = (patch: (before: Run) => Partial<Run>) => {
    if (latest.current) show({ ...latest.current, ...patch(latest.current) })
  }

  const start = async (request: RunRequest) => {
    if (inProgress.current) return
    const client = actAs(api, request.user)
    const line = new AbortController()
    const stop = createStop((executionId) => {
      client.post(cancelPath, { params: { executionId } }).catch((error) => {
        // One that has finished meanwhile reports that itself.
        if (!isStoaError(error) || error.code !== 'invalid_state') toasts.error(errorMessage(error))
      })
    })
    inProgress.current = { line, stop }
    const startedAt = performance.now()
    show({
      request,
      phase: 'running',
      output: [],
      result: null,
      failure: null,
      startedAt,
      totalMs: null,
    })
    const totalMs = () => performance.now() - startedAt
    try {
      const result = await follow(client, request, line.signal, {
        onStarted: stop.knows,
        onOutput: (part) => change(({ output }) => ({ output: withOutput(output, part) })),
      })
      change(() => ({ phase: 'ended', result, totalMs: totalMs() }))
      if (latest.current) onEnd(latest.current)
    } catch (failure) {
      change(() => ({ phase: 'refused', failure, totalMs: totalMs() }))
    } finally {
      inProgress.current = null
    }
  }
  return {
    run,
    isRunning: run?.phase === 'running' || run?.phase === 'stopping',
    start,
    stop() {
      inProgress.current?.stop.press()
      change(({ phase }) => (phase === 'running' ? { phase: 'stopping' } : {}))
    },
  }
}
