/**
 * Every failure a caller may be told about. The code is the stable machine key of the API; its HTTP status
 * and its group follow from it here and nowhere else.
 */
const statusByCode = {
  malformed_request: 400,
  invalid_json: 400,
  invalid_parameter: 400,
  missing_field: 400,
  unknown_field: 400,
  invalid_id: 400,
  invalid_username: 400,
  file_required: 400,
  empty_file: 400,
  checksum_mismatch: 400,
  reserved_field: 400,
  address_not_allowed: 400,
  invalid_cron: 400,
  callback_url_not_allowed: 400,
  oauth_state_invalid: 400,
  unsupported_parameter: 400,
  invalid_time_zone: 400,
  invalid_piece: 400,

  missing_api_key: 401,
  invalid_api_key: 401,
  api_key_revoked: 401,
  api_key_expired: 401,
  conflicting_credentials: 401,
  invalid_credentials: 401,
  invalid_session: 401,
  invalid_setup_token: 401,

  insufficient_credits: 402,
  budget_exceeded: 402,

  insufficient_scope: 403,
  admin_only: 403,
  admin_only_field: 403,
  operator_only: 403,
  exceeds_key_limits: 403,
  ip_not_allowed: 403,
  origin_not_allowed: 403,
  csrf_token_required: 403,
  external_user_inactive: 403,
  not_owner: 403,
  tool_restricted: 403,
  end_user_token_not_accepted: 403,
  invalid_link: 403,

  route_not_found: 404,
  api_key_not_found: 404,
  project_not_found: 404,
  external_user_not_found: 404,
  deletion_receipt_not_found: 404,
  avatar_not_found: 404,
  model_not_found: 404,
  provider_not_found: 404,
  llm_call_not_found: 404,
  llm_quote_not_found: 404,
  media_job_not_found: 404,
  webhook_not_found: 404,
  webhook_delivery_not_found: 404,
  usage_not_found: 404,
  usage_cap_not_found: 404,
  usage_cap_request_not_found: 404,
  file_not_found: 404,
  upload_not_found: 404,
  collection_not_found: 404,
  document_not_found: 404,
  proposal_not_found: 404,
  import_not_found: 404,
  sandbox_session_not_found: 404,
  sandbox_execution_not_found: 404,
  sandbox_command_not_found: 404,
  sandbox_file_not_found: 404,
  toolkit_not_found: 404,
  auth_config_not_found: 404,
  connected_account_not_found: 404,
  revocation_not_found: 404,
  link_not_found: 404,
  piece_not_found: 404,
  tool_not_found: 404,
  tool_version_not_found: 404,
  tool_log_not_found: 404,
  tool_fixture_not_found: 404,
  human_request_not_found: 404,

  method_not_allowed: 405,
  not_acceptable: 406,
  request_timeout: 408,

  idempotency_key_in_use: 409,
  version_conflict: 409,
  name_conflict: 409,
  last_admin_key: 409,
  key_limit_reached: 409,
  webhook_limit_reached: 409,
  default_user_protected: 409,
  invalid_state: 409,
  usage_cap_conflict: 409,
  hold_exceeded: 409,
  file_in_use: 409,
  slug_conflict: 409,
  unique_violation: 409,
  relation_restricted: 409,
  collection_in_use: 409,
  collection_full: 409,
  collection_too_large: 409,
  ambiguous_upsert: 409,
  session_busy: 409,
  auth_config_in_use: 409,
  auth_config_disabled: 409,
  auth_config_limit_reached: 409,
  connected_account_limit_reached: 409,
  link_used: 409,
  toolkit_in_use: 409,
  toolkit_limit_reached: 409,
  model_inactive: 409,
  tool_disabled: 409,
  tool_limit_reached: 409,

  link_expired: 410,
  cursor_expired: 410,
  sandbox_session_gone: 410,

  precondition_failed: 412,
  payload_too_large: 413,
  file_too_large: 413,
  storage_quota_exceeded: 413,
  workspace_full: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  host_not_allowed: 421,
  idempotency_key_reused: 422,
  schema_violation: 422,
  migration_blocked: 422,
  batch_failed: 422,
  driver_required: 422,
  unsupported_auth_scheme: 422,
  provider_managed_auth_unavailable: 422,
  credentials_rejected: 422,
  refresh_refused: 422,
  connection_required: 422,
  invalid_api_description: 422,
  provider_not_configured: 422,
  model_unpriced: 422,
  context_length_exceeded: 422,
  tool_arguments_invalid: 422,
  tool_not_executable: 422,
  compute_limit_exceeded: 422,
  upgrade_required: 426,
  rate_limited: 429,
  concurrency_limited: 429,
  upstream_rate_limited: 429,
  headers_too_large: 431,

  internal_error: 500,
  upstream_error: 502,
  upstream_too_large: 502,
  service_unavailable: 503,
  starting: 503,
  compute_busy: 503,
  sandbox_busy: 503,
  sandbox_unavailable: 503,
  provider_unavailable: 503,
  upstream_timeout: 504,
  storage_full: 507,
} as const

export type ErrorCode = keyof typeof statusByCode

export const errorCodes = Object.keys(statusByCode) as ErrorCode[]

export const statusOf = (code: ErrorCode): number => statusByCode[code]

/** One fault in the request: where it stands, which rule it breaks, what was received. */
export type ErrorDetail = {
  in: 'body' | 'query' | 'path' | 'header'
  path: string
  rule: string
  message: string
  received?: unknown
}

/** Takes what a reader of the body passed over; throws when the caller asked for strictness. */
export type IgnoreFields = (unknown: readonly ErrorDetail[], hint: string) => void

export type ErrorExtras = {
  details?: ErrorDetail[]
  /** One sentence that says how to mend it. */
  hint?: string
  /** Facts a program can use: the state that was found, the scope that is missing. */
  facts?: Record<string, unknown>
  headers?: Record<string, string>
  /** For the log only, never for the caller. */
  cause?: unknown
}

/** For what can do without a thing that the caller has no scope for. */
export function nullIfUnpermitted(error: unknown): null {
  if (error instanceof AppError && error.code === 'insufficient_scope') return null
  throw error
}

/** A failure the caller may be told about. Anything else that is thrown is a bug and becomes a bare 500. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly extras: ErrorExtras

  constructor(code: ErrorCode, message: string, extras: ErrorExtras = {}) {
    super(message, { cause: extras.cause })
    this.name = 'AppError'
    this.code = code
    this.extras = extras
  }

  get status(): number {
    return statusByCode[this.code]
  }
}

/** The group of a status, for clients that branch on kinds of failure rather than on codes. */
export function errorTypeOf(status: number): string {
  switch (status) {
    case 401:
      return 'authentication'
    case 402:
      return 'credits'
    case 403:
      return 'permission'
    case 404:
      return 'not_found'
    case 409:
    case 412:
      return 'conflict'
    case 410:
      return 'gone'
    case 429:
      return 'rate_limit'
    case 502:
      return 'upstream'
    case 504:
      return 'timeout'
    default:
      return status >= 500 ? 'internal' : 'invalid_request'
  }
}

export const isRetryable = (status: number): boolean => status === 429 || status === 503 || status === 504
