import { eventsIn, type SandboxExecutionResult, type Stoa } from '@stoa/sdk'
import { useEffect, useRef, useState } from 'react'
import { useProject } from '../../../project.tsx'
import { sandboxOf } from '../sandbox-api.ts'
import { ephemeralPath, executePath } from '../sandbox-paths.ts'
import { type OutputPart, withOutput } from './output.ts'
import type { RunRequest } from './run-request.ts'

export type Run = {
  request: RunRequest
  /** Refused is what never ran, or was cut off; stopped is what somebody no longer waits for. */
  phase: 'running' | 'ended' | 'stopped' | 'refused'
  output: readonly OutputPart[]
  result: SandboxExecutionResult | null
  failure: unknown
  startedAt: number
  /** From the press of the button to the result, on the clock of this browser. */
  totalMs: number | null
}

/** Sends a script and follows what it prints. */
async function follow(
  api: Stoa,
  { sessionId, user, body }: RunRequest,
  signal: AbortSignal,
  onOutput: (part: OutputPart) => void,
): Promise<SandboxExecutionResult> {
  const client = sandboxOf(api, user)
  const query = { stream: true }
  const answer =
    sessionId === null
      ? await client.raw('POST', ephemeralPath, { query, body, signal })
      : await client.raw('POST', executePath, { params: { id: sessionId }, query, body, signal })
  for await (const { event, data } of eventsIn(answer, { signal })) {
    if (event === 'result') return data as SandboxExecutionResult
    if (event === 'stdout' || event === 'stderr')
      onOutput({ stream: event, text: (data as { text: string }).text })
  }
  throw new Error('The server ended the stream without a result. The history tells whether the script ran.')
}

/** One script at a time. Whoever leaves the page stops following, which ends a script that runs on its own. */
export function useRun(onEnd: (request: RunRequest, result: SandboxExecutionResult) => void) {
  const { api } = useProject()
  const [run, setRun] = useState<Run | null>(null)
  const line = useRef<AbortController | null>(null)
  useEffect(() => () => line.current?.abort(), [])

  const start = async (request: RunRequest) => {
    if (line.current) return
    const own = new AbortController()
    line.current = own
    const startedAt = performance.now()
    const change = (patch: (before: Run) => Partial<Run>) =>
      setRun((before) => before && { ...before, ...patch(before) })
    setRun({
      ...{ request, phase: 'running', output: [], result: null, failure: null },
      ...{ startedAt, totalMs: null },
    })
    const totalMs = () => performance.now() - startedAt
    try {
      const result = await follow(api, request, own.signal, (part) =>
        change(({ output }) => ({ output: withOutput(output, part) })),
      )
      change(() => ({ phase: 'ended', result, totalMs: totalMs() }))
      onEnd(request, result)
    } catch (failure) {
      const isStopped = own.signal.aborted
      change(() => ({
        phase: isStopped ? 'stopped' : 'refused',
        failure: isStopped ? null : failure,
        totalMs: totalMs(),
      }))
    } finally {
      line.current = null
    }
  }
  return {
    run,
    isRunning: run?.phase === 'running',
    start,
    stop: () => line.current?.abort(),
    clear: () => setRun(null),
  }
}
