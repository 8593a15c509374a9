import { type AppError, type ErrorCode, statusOf } from '../../../kernel/errors.ts'
import type { ErrorForm } from '../../../kernel/http/response/error-form.ts'
import { OAuthError } from '../schema/authorization.ts'

const errorOf = ({ code, extras: { details = [] } }: AppError): string => {
  if (details.some(({ path }) => path.startsWith('/redirect_uris'))) return 'invalid_redirect_uri'
  if (statusOf(code) >= 500) return 'server_error'
  return statusOf(code) === 429 ? 'temporarily_unavailable' : 'invalid_request'
}

/** The form of RFC 6749 and RFC 7591. */
export const oauthErrors: ErrorForm = {
  schema: OAuthError,
  statusOf: (code: ErrorCode) => statusOf(code),
  bodyOf: (error) => ({ error: errorOf(error), error_description: error.message }),
}
