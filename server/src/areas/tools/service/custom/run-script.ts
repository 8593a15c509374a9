import { contentOrValue } from '../../../../kernel/compute/large-content.ts'
import type { HostCalls } from '../../../../kernel/sandbox/driver.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Sandboxes } from '../../../sandboxes/index.ts'
import type { ToolErrorCode } from '../../../toolkits/index.ts'

export type Script = {
  language: 'javascript' | 'python'
  source: string
  state: object
  /** What it may ask of the outside; nothing when empty. */
  calls: HostCalls
  scope: Scope
  timeoutMs: number
  signal: AbortSignal
}

export type ScriptEnd = {
  value: unknown
  stdout: string
  stderr: string
  failure: { errorCode: ToolErrorCode; error: string } | null
}

const codes: Record<string, ToolErrorCode> = {
  timeout: 'timeout',
  killed: 'timeout',
  result_too_large: 'output_too_large',
}
// What a script printed helps to fix it; more than this no one reads.
const maxPrinted = 16_000

/** One script in its own sealed interpreter. Nothing secret is ever passed to it. */
export async function runScript(sandboxes: Sandboxes, script: Script): Promise<ScriptEnd> {
  const { language, source, state, calls, scope, timeoutMs, signal } = script
  const { result, failure, stdout, stderr } = await sandboxes.runScript(scope, language, {
    source,
    state,
    env: {},
    timeoutMs,
    calls,
    signal,
  })
  return {
    value:
      result === null ? null : contentOrValue({ bytes: Buffer.from(result), kind: 'json', charset: 'utf-8' }),
    stdout: stdout.slice(-maxPrinted),
    stderr: stderr.slice(-maxPrinted),
    failure: failure && {
      errorCode: codes[failure.code] ?? 'script_error',
      error: failure.error.slice(0, 2000),
    },
  }
}
