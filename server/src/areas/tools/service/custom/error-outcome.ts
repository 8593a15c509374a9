import { AppError } from '../../../../kernel/errors.ts'
import { asSentence } from '../../../../kernel/sentence.ts'
import type { ToolErrorCode, ToolOutcome } from '../../../toolkits/index.ts'

const codeByError: Partial<Record<AppError['code'], ToolErrorCode>> = {
  upstream_timeout: 'timeout',
  upstream_error: 'upstream_unreachable',
  upstream_too_large: 'output_too_large',
  storage_quota_exceeded: 'output_too_large',
  file_too_large: 'output_too_large',
  address_not_allowed: 'host_not_allowed',
  invalid_parameter: 'arguments_invalid',
  schema_violation: 'arguments_invalid',
  unique_violation: 'arguments_invalid',
  reserved_field: 'arguments_invalid',
  invalid_time_zone: 'arguments_invalid',
  invalid_cron: 'arguments_invalid',
  unsupported_media_type: 'arguments_invalid',
  file_not_found: 'not_found',
  collection_not_found: 'not_found',
  document_not_found: 'not_found',
  knowledge_collection_not_found: 'not_found',
  knowledge_collection_full: 'arguments_invalid',
  empty_text: 'arguments_invalid',
  embedding_unavailable: 'upstream_unreachable',
  not_owner: 'insufficient_scope',
  compute_limit_exceeded: 'arguments_invalid',
  browser_session_not_found: 'not_found',
  browser_session_gone: 'not_found',
  control_held: 'upstream_4xx',
  action_failed: 'upstream_4xx',
  unsupported_by_driver: 'arguments_invalid',
  action_timeout: 'timeout',
  browser_unavailable: 'upstream_unreachable',
  session_busy: 'rate_limited',
}

/** What went wrong on the way, where it is an outcome; null for what is the server's own affair. */
export function outcomeOfError(error: unknown): ToolOutcome | null {
  if (!(error instanceof AppError)) return null
  const errorCode = codeByError[error.code]
  if (errorCode === undefined) return null
  const sentence = /[.!?]$/.test(error.message) ? error.message : `${error.message}.`
  const { details = [], hint } = error.extras
  const faults = details
    .filter(({ message }) => !error.message.includes(message))
    .slice(0, 5)
    .map(({ path, message }) => asSentence(`${path} ${message}`))
  return { successful: false, errorCode, error: [sentence, ...faults, ...(hint ? [hint] : [])].join(' ') }
}
