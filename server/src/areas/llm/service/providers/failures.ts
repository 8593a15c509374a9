import { AppError, type ErrorCode } from '../../../../kernel/errors.ts'
import { type FailureKind, ProviderFailure } from '../../providers/port.ts'
import type { SettingNames } from '../../schema/call-request.ts'
import { refusedSetting } from './refused-setting.ts'

const codes: Record<FailureKind, ErrorCode> = {
  busy: 'upstream_rate_limited',
  refused: 'provider_unavailable',
  unavailable: 'upstream_error',
  timeout: 'upstream_timeout',
  context: 'context_length_exceeded',
  invalid: 'invalid_parameter',
  'unknown-model': 'model_not_found',
  broken: 'upstream_error',
  paused: 'provider_unavailable',
}

const hints: Partial<Record<FailureKind, string>> = {
  busy: 'Wait as long as Retry-After says, or add keys to the provider.',
  refused: 'Have an admin check the key of the provider with PUT /api/v1/ai/providers.',
  unavailable: 'Try again.',
  timeout: 'Try again.',
  context: 'Shorten the messages, or use a model with a larger context.',
  paused: 'Wait as long as Retry-After says; GET /api/v1/ai/providers/status shows it.',
  'unknown-model': 'GET /api/v1/ai/models lists the models of a kind.',
}

/** Failures without a telling status: a wrong key stays wrong, and an absent server may come back. */
const retryable: Partial<Record<FailureKind, boolean>> = { refused: false, unavailable: true }

/** For callers that can name other models. */
const fallbackHints: typeof hints = {
  busy: 'Wait as long as Retry-After says, add keys to the provider, or set fallbackModels.',
  unavailable: 'Try again, or set fallbackModels.',
  timeout: 'Try again, or set fallbackModels.',
  paused:
    'Wait as long as Retry-After says, or set fallbackModels; GET /api/v1/ai/providers/status shows it.',
}

/** What is known of the call, and how its caller names things. */
type Known = {
  overflow?: { promptTokens: number; contextLength: number | null }
  hasFallbacks?: boolean
  names?: SettingNames | undefined
}

// Where a provider does not say how long to wait.
const defaultWaitSeconds = 5

/** A failure of a provider as the error that the caller sees. */
export function toCallError(
  failure: unknown,
  model: string,
  { overflow, hasFallbacks = false, names }: Known = {},
): AppError {
  if (failure instanceof AppError) return failure
  if (!(failure instanceof ProviderFailure))
    return new AppError('internal_error', 'The call could not be made', { cause: failure })
  const { kind, status, retryAfterSeconds } = failure
  const wait = kind === 'busy' ? (retryAfterSeconds ?? defaultWaitSeconds) : retryAfterSeconds
  const hint = (hasFallbacks ? fallbackHints[kind] : undefined) ?? hints[kind]
  const { name, message } = refusedSetting(failure.setting, failure.message, names)
  return new AppError(codes[kind], `${model}: ${message}`, {
    ...(name === null ? {} : { details: [detailOf(name, message)] }),
    facts: {
      ...(kind === 'context' ? overflow : {}),
      model,
      ...(status === null ? {} : { upstreamStatus: status }),
    },
    ...(hint === undefined ? {} : { hint }),
    ...(kind in retryable ? { isRetryable: retryable[kind]! } : {}),
    headers: {
      ...(wait === null ? {} : { 'retry-after': String(Math.max(1, Math.ceil(wait))) }),
      // Clients of vendors try every 5xx again unless they read this; the key is as wrong the next time.
      ...(kind === 'refused' ? { 'x-should-retry': 'false' } : {}),
    },
    cause: failure,
  })
}

const detailOf = (name: string, message: string) => ({
  in: 'body' as const,
  path: `/${name.replaceAll('.', '/')}`,
  rule: 'provider',
  message,
})
