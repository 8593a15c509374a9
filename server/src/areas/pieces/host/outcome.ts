import type { ExitReason } from '../../../kernel/sealed/sealed-process.ts'
import type { ToolErrorCode, ToolOutcome } from '../../toolkits/index.ts'
import type { Failure } from '../protocol/messages.ts'
import { withoutSecrets } from './auth-value.ts'
import type { Seen } from './host-requests.ts'
import type { PoolResult } from './pool.ts'

type Failed = Extract<ToolOutcome, { successful: false }>

const maxSentenceLength = 500
const maxBodyLength = 4000

const byRefusal: Readonly<Record<string, ToolErrorCode>> = {
  address_not_allowed: 'host_not_allowed',
  upstream_timeout: 'timeout',
  upstream_too_large: 'output_too_large',
  upstream_error: 'upstream_unreachable',
}

const exitMessages: Readonly<Record<ExitReason, string>> = {
  deadline: 'The tool did not end in time and was stopped.',
  cancelled: 'The call was given up and the tool was stopped.',
  closed: 'The server stopped while the tool ran.',
  protocol: 'The tool did what no tool may do and was stopped.',
  out_of_memory: 'The tool needed more memory than it may have.',
  crashed: 'The tool ended without a response.',
}

/** What came of a call, in the words of the platform and without the secrets of the account. */
export function outcomeOf(result: PoolResult, seen: Seen, secrets: readonly string[]): ToolOutcome {
  if (result.kind === 'exited') {
    const isLate = result.reason === 'deadline' || result.reason === 'cancelled'
    return failed(isLate ? 'timeout' : 'script_error', exitMessages[result.reason])
  }
  if (result.kind === 'fault') return failed('script_error', withoutSecrets(result.error, secrets))
  if (!result.done.ok) return failureOf(result.done.failure, seen, secrets)
  return {
    successful: true,
    data: result.done.value,
    ...(seen.lastStatus === null ? {} : { upstreamStatus: seen.lastStatus }),
  }
}

function failureOf(failure: Failure, seen: Seen, secrets: readonly string[]): Failed {
  if (failure.isTooLarge) return failed('output_too_large', failure.message)
  if (seen.refusal) {
    const code = byRefusal[seen.refusal.code] ?? 'script_error'
    return failed(code, withoutSecrets(seen.refusal.message, secrets))
  }
  // Frameworks report 500 where there was no response at all; only an observed response counts.
  const status = seen.failedStatus
  const retryAfterMs = waitOf(seen.retryAfter)
  const text = failure.body === undefined ? undefined : JSON.stringify(failure.body).slice(0, maxBodyLength)
  return {
    ...failed(codeOf(status), sentenceOf(failure, status, secrets)),
    ...(status === null ? {} : { upstreamStatus: status }),
    ...(retryAfterMs === null ? {} : { retryAfterMs }),
    ...(text === undefined ? {} : { data: bodyOf(withoutSecrets(text, secrets)) }),
  }
}

function codeOf(status: number | null): ToolErrorCode {
  if (status === null) return 'script_error'
  if (status === 401) return 'auth_expired'
  if (status === 403) return 'insufficient_scope'
  if (status === 404) return 'not_found'
  if (status === 429) return 'rate_limited'
  return status >= 500 ? 'upstream_5xx' : 'upstream_4xx'
}

/** The framework puts whole responses into its messages; then the status says more. */
function sentenceOf({ message }: Failure, status: number | null, secrets: readonly string[]): string {
  if (status !== null && /^\s*[[{]/.test(message)) return `The service responded with status ${status}.`
  return withoutSecrets(message, secrets) || 'The tool failed without a word.'
}

function waitOf(retryAfter: string | null): number | null {
  if (retryAfter === null) return null
  const seconds = Number(retryAfter)
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, 86_400) * 1000 : null
}

function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const failed = (errorCode: ToolErrorCode, error: string): Failed => ({
  successful: false,
  errorCode,
  error: error.slice(0, maxSentenceLength),
})
