import type { AreaErrorCode } from './area.ts'

/**
 * The errors that the kernel or several areas return; those of a single area are in its manifest. The code is
 * the stable machine key of the API; its HTTP status and its group follow from it.
 */
const kernelErrors = {
  malformed_request: 400,
  invalid_json: 400,
  invalid_parameter: 400,
  missing_field: 400,
  unknown_field: 400,
  invalid_id: 400,
  invalid_username: 400,
  file_required: 400,
  address_not_allowed: 400,
  invalid_cron: 400,
  invalid_time_zone: 400,

  missing_api_key: 401,
  invalid_api_key: 401,
  api_key_revoked: 401,
  conflicting_credentials: 401,
  invalid_session: 401,

  insufficient_scope: 403,
  admin_only: 403,
  operator_only: 403,
  origin_not_allowed: 403,
  external_user_inactive: 403,
  end_user_token_not_accepted: 403,

  route_not_found: 404,
  external_user_not_found: 404,

  method_not_allowed: 405,
  not_acceptable: 406,
  request_timeout: 408,

  idempotency_key_in_use: 409,
  version_conflict: 409,
  name_conflict: 409,
  invalid_state: 409,
  slug_conflict: 409,
  unique_violation: 409,
  session_busy: 409,

  precondition_failed: 412,
  payload_too_large: 413,
  file_too_large: 413,
  workspace_full: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  host_not_allowed: 421,
  idempotency_key_reused: 422,
  driver_required: 422,
  compute_limit_exceeded: 422,
  upgrade_required: 426,
  rate_limited: 429,
  concurrency_limited: 429,
  headers_too_large: 431,
  client_disconnected: 499,

  internal_error: 500,
  upstream_error: 502,
  upstream_too_large: 502,
  service_unavailable: 503,
  starting: 503,
  stopping: 503,
  compute_busy: 503,
  sandbox_busy: 503,
  sandbox_unavailable: 503,
  upstream_timeout: 504,
  storage_full: 507,
} as const

export type ErrorCode = keyof typeof kernelErrors | AreaErrorCode

const statusByCode = new Map<string, number>(Object.entries(kernelErrors))

/** Adds the codes of an area. The composition root does so for every manifest. */
export function declareErrors(area: string, errors: Readonly<Record<string, number>>): void {
  for (const [code, status] of Object.entries(errors)) {
    const known = statusByCode.get(code)
    if (known !== undefined && known !== status)
      throw new Error(`"${area}" declares the error ${code} with status ${status}; it has status ${known}`)
    statusByCode.set(code, status)
  }
}

/** By status, then by name. */
export const listErrorCodes = (): ErrorCode[] =>
  ([...statusByCode.keys()] as ErrorCode[]).sort((a, b) => statusOf(a) - statusOf(b) || a.localeCompare(b))

export const isDeclared = (code: string): code is ErrorCode => statusByCode.has(code)

/** A code that no manifest declares is a bug, and bugs are 500. */
export const statusOf = (code: ErrorCode): number => statusByCode.get(code) ?? 500

/** One fault in the request: its location, which rule it breaks, what was received. */
export type ErrorDetail = {
  in: 'body' | 'query' | 'path' | 'header'
  path: string
  rule: string
  message: string
  received?: unknown
}

/** Collects the fields that the parser ignored; throws when the caller requested strict validation. */
export type IgnoreFields = (unknown: readonly ErrorDetail[], hint: string) => void

export type ErrorExtras = {
  details?: ErrorDetail[]
  /** One sentence that says how to fix it. */
  hint?: string
  /** Facts a program can use: the state that was found, the scope that is missing. */
  facts?: Record<string, unknown>
  headers?: Record<string, string>
  /** Whether the same request may succeed later, where the status does not say so. */
  isRetryable?: boolean
  /** The node that can do it, which the request is forwarded to. */
  nodeId?: string
  /** For the log only, never for the caller. */
  cause?: unknown
}

/** For what can do without a thing that the caller has no scope for. */
export function nullIfUnpermitted(error: unknown): null {
  if (error instanceof AppError && error.code === 'insufficient_scope') return null
  throw error
}

const retryableStatuses: ReadonlySet<number> = new Set([429, 503, 504])

/** A failure that may be shown to the caller. Anything else that is thrown is a bug and becomes a bare 500. */
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
    return statusOf(this.code)
  }

  get isRetryable(): boolean {
    return this.extras.isRetryable ?? retryableStatuses.has(this.status)
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
