import { createRunInBackground } from '../../../../kernel/async/run-in-background.ts'
import type { Log } from '../../../../kernel/log.ts'
import { deferRows, type RowWriter } from '../../../../kernel/runs/deferred-rows.ts'
import type { Usage } from '../../../usage/index.ts'
import type { PendingEnd } from '../../schema/pending-end.ts'
import { type EndedCall, endingCalls } from './merged-calls.ts'

type DeferredEnd = EndedCall & { finish(): Promise<unknown> }

// The journal of a run commits within milliseconds. What it has lost with its run is ended by itself after this time.
const maxWaitMs = 15_000

/**
 * Ends of calls that travel with the record of the step that called the model: no extra round trip, no extra commit,
 * and a call is paid exactly if its output is recorded. Should the rows be refused or never be committed, because the run
 * was lost, the call is ended and paid as every other one.
 */
export function createDeferredEnds({
  usage,
  log,
}: {
  usage: Pick<Usage, 'endHeld' | 'endUnheld'>
  log: Log
}) {
  const open = new Map<string, { deferred: DeferredEnd; timer: NodeJS.Timeout }>()
  const runInBackground = createRunInBackground(log)

  function close(id: string): DeferredEnd | null {
    const found = open.get(id)
    if (!found) return null
    clearTimeout(found.timer)
    open.delete(id)
    return found.deferred
  }

  async function finish(id: string): Promise<void> {
    await close(id)?.finish()
  }

  const writer: RowWriter<DeferredEnd> = {
    statements: (ends) => endingCalls(usage, ends),
    onCommitted(ends) {
      for (const { id } of ends) close(id)
      usage.endUnheld.onCommitted?.(ends.map(({ end }) => end))
    },
    onRefused(ends) {
      usage.endUnheld.onRefused?.(ends.map(({ end }) => end))
      for (const { id } of ends) runInBackground('ending a model call', () => finish(id))
    },
  }

  return {
    defer(deferred: DeferredEnd): PendingEnd {
      const { id } = deferred
      const timer = setTimeout(() => runInBackground('ending a model call', () => finish(id)), maxWaitMs)
      open.set(id, { deferred, timer: timer.unref() })
      return { rows: deferRows(writer, deferred), finish: () => finish(id) }
    },
    async finishAll(): Promise<void> {
      await Promise.all([...open.keys()].map(finish))
    },
  }
}
