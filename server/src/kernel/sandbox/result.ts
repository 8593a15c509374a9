import { excessOf } from '../json/json-excess.ts'
import type { SandboxResult } from './driver.ts'
import type { ExitReason } from './protocol/control.ts'
import { sandboxLimits } from './protocol/limits.ts'
import type { Done, FailureCode, Output, Stream } from './protocol/messages.ts'

/** Collects the last 64 KiB of each stream of a run. */
export function createTails() {
  const texts: Record<Stream, string> = { stdout: '', stderr: '' }
  const truncated = { stdout: false, stderr: false }
  return {
    add({ stream, text, skipped }: Output): void {
      if (skipped) truncated[stream] = true
      const whole = texts[stream] + text
      // A text is at most as long in characters as in bytes, so short ones need not be measured.
      const isShort = whole.length * 3 <= sandboxLimits.outputBytes
      texts[stream] = isShort ? whole : cut(whole, stream)
    },
    taken: () => ({ ...texts, truncated: { ...truncated } }),
  }

  function cut(whole: string, stream: Stream): string {
    const bytes = Buffer.from(whole)
    if (bytes.length <= sandboxLimits.outputBytes) return whole
    truncated[stream] = true
    let from = bytes.length - sandboxLimits.outputBytes
    while ((bytes[from]! & 0xc0) === 0x80) from++
    return bytes.toString('utf8', from)
  }
}

type Written = Pick<SandboxResult, 'stdout' | 'stderr' | 'truncated'>

export function resultOf(done: Done, written: Written): SandboxResult {
  const { outcome } = done
  const isLost = done.broken === true || done.lost === true
  const ranMs = done.ranMs ?? 0
  if (outcome?.status === 'succeeded') {
    const failure = outcome.result === null ? null : faultOf(outcome.result)
    return { ...written, result: failure ? null : outcome.result, failure, ranMs, isLost }
  }
  const { code, error, trace } = outcome ?? { code: 'killed' as const, error: 'The script left no result.' }
  return { ...written, result: null, failure: { code, error, trace: trace ?? null }, ranMs, isLost }
}

/** What a guest calls its result need not be JSON: it may have changed what writes it. */
function faultOf(result: string): SandboxResult['failure'] {
  if (Buffer.byteLength(result) > sandboxLimits.resultBytes)
    return tooLarge('The result is larger than 1 MiB.')
  const excess = excessOf(result)
  if (excess !== null) return tooLarge(`The result ${excess}.`)
  try {
    JSON.parse(result)
    return null
  } catch {
    return { code: 'script_error', error: 'The result is not JSON.', trace: null }
  }
}

const tooLarge = (error: string): SandboxResult['failure'] => ({
  code: 'result_too_large',
  error,
  trace: null,
})

const exitMessages: Record<ExitReason, [FailureCode, string]> = {
  deadline: ['timeout', 'The script did not end at its deadline and was stopped with its interpreter.'],
  out_of_memory: [
    'memory_limit',
    'The script used more memory than it may and was stopped with its interpreter.',
  ],
  cancelled: ['killed', 'The script was cancelled.'],
  closed: ['killed', 'The session was closed while the script ran.'],
  broken: ['killed', 'The interpreter failed and was stopped.'],
  protocol: ['killed', 'The interpreter broke the rules of its sandbox and was stopped.'],
  crashed: ['killed', 'The interpreter ended unexpectedly.'],
}

export function exitResult(reason: ExitReason, ranMs: number, written: Written): SandboxResult {
  const [code, error] = exitMessages[reason]
  return { ...written, result: null, failure: { code, error, trace: null }, ranMs, isLost: true }
}

/** That of a script which was cancelled before it could be sent. */
export const unstartedResult: SandboxResult = {
  ...exitResult('cancelled', 0, createTails().taken()),
  isLost: false,
}
