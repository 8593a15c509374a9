import { isStoaError, type Stoa } from '@stoa/sdk'
import { joinPath } from './chat-api.ts'
import type { LiveEvent } from './transcript/live-run.ts'

export type JoinOptions = { signal: AbortSignal; onConnectionChange(isConnected: boolean): void }

const firstWaitMs = 250
const maxWaitMs = 5_000

/** Waits, or rejects immediately with the reason of the signal. */
export const wait = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    signal.throwIfAborted()
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })

/**
 * The events of a run until it has ended or waits for a human, over as many connections as it takes: each continues behind
 * the last event that was seen.
 */
export async function* joinRun(
  api: Stoa,
  threadId: string,
  runId: string,
  { signal, onConnectionChange }: JoinOptions,
): AsyncGenerator<LiveEvent, void, undefined> {
  const params = { thread_id: threadId, run_id: runId }
  let lastEventId: string | undefined
  for (let failures = 0; ; failures++) {
    try {
      for await (const { id, event, data } of api.events(joinPath, {
        params,
        lastEventId,
        signal,
        onConnectionChange,
      })) {
        failures = 0
        onConnectionChange(true)
        if (id !== null) lastEventId = id
        yield { event, data }
        if (event === 'end') return
      }
    } catch (error) {
      if (!isStoaError(error) || signal.aborted) throw error
      // That a run failed is read with the run.
      if (error.type === 'run_failed') return
      if (!error.retryable) throw error
    }
    onConnectionChange(false)
    await wait(Math.min(firstWaitMs * 2 ** failures, maxWaitMs), signal)
  }
}
