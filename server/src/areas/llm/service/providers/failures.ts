import { AppError, type ErrorCode } from '../../../../kernel/errors.ts'
import { type FailureKind, ProviderFailure } from '../../providers/port.ts'

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
  busy: 'Wait as long as Retry-After says, add keys to the provider, or set fallbackModels.',
  refused: 'Have an admin check the key of the provider with PUT /api/v1/ai/providers.',
  unavailable: 'Try again, or set fallbackModels.',
  timeout: 'Try again, or set fallbackModels.',
  context: 'Shorten the messages, or use a model with a larger context.',
  paused:
    'Wait as long as Retry-After says, or set fallbackModels; GET /api/v1/ai/providers/status shows it.',
  'unknown-model': 'GET /api/v1/ai/models lists the models of a kind.',
}

// Where a provider does not say how long to wait.
const defaultWaitSeconds = 5

/** A failure of a provider as the error that the caller sees. */
export function toCallError(
  failure: unknown,
  model: string,
  overflow: { promptTokens: number; contextLength: number | null } | null = null,
): AppError {
  if (failure instanceof AppError) return failure
  if (!(failure instanceof ProviderFailure))
    return new AppError('internal_error', 'The call could not be made', { cause: failure })
  const { kind, status, retryAfterSeconds } = failure
  const wait = kind === 'busy' ? (retryAfterSeconds ?? defaultWaitSeconds) : retryAfterSeconds
  return new AppError(codes[kind], `${model}: ${failure.message}`, {
    facts: {
      ...(kind === 'context' ? overflow : {}),
      model,
      ...(status === null ? {} : { upstreamStatus: status }),
    },
    ...(hints[kind] === undefined ? {} : { hint: hints[kind] }),
    ...(wait === null ? {} : { headers: { 'retry-after': String(Math.max(1, Math.ceil(wait))) } }),
    cause: failure,
  })
}
