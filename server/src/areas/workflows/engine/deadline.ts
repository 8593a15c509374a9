import type { Clock } from '../../../kernel/clock.ts'
import { PermanentFailure, type RunContext } from '../../../kernel/runs/run.ts'
import { type ExecutionInput, timeoutCode } from './execution.ts'

/** The end of the time that an execution may take; what it was suspended for does not count. */
export function createDeadline(
  clock: Clock,
  { run, signal }: RunContext,
  { seconds, suspendedMs: suspendedBeforeMs }: { seconds: number; suspendedMs: number },
) {
  const controller = new AbortController()
  // A replay begins now, at whatever time what it replays did.
  const { replayOf } = run.input as ExecutionInput
  const startedMs = replayOf ? clock.now().getTime() : Date.parse(run.startedAt ?? run.createdAt)
  let suspendedMs = suspendedBeforeMs
  let timer: NodeJS.Timeout | null = null
  const stop = () =>
    controller.abort(
      new PermanentFailure(timeoutCode, `The execution took longer than ${seconds} seconds, its timeout.`),
    )
  const workedMs = () => clock.now().getTime() - startedMs - suspendedMs
  const arm = () => {
    if (timer) clearTimeout(timer)
    timer = setTimeout(stop, Math.max(0, seconds * 1000 - workedMs())).unref()
  }
  const onAbort = () => controller.abort(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  arm()
  return {
    signal: controller.signal,
    workedMs,
    extend(ms: number): void {
      suspendedMs += Math.max(0, ms)
      arm()
    },
    end(): void {
      if (timer) clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
    },
  }
}
