import { AppError } from '../../../kernel/errors.ts'
import type { RawReply } from '../../../kernel/http/endpoint.ts'
import { faultPage } from '../service/hosted/pages.ts'

export const htmlType = 'text/html; charset=utf-8'

const pagePolicy =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// A form of a page without any referrer is sent with the origin `null`, which the guard refuses as a foreign one.
const headers = { 'content-security-policy': pagePolicy, 'referrer-policy': 'same-origin' }

export const html = (body: string, status = 200, more: Record<string, string> = {}): RawReply => ({
  status,
  body,
  contentType: htmlType,
  headers: { ...headers, ...more },
})

export const redirect = (location: string, more: Record<string, string> = {}): RawReply => ({
  status: 302,
  body: '',
  contentType: htmlType,
  headers: { ...headers, location, ...more },
})

const titles: Partial<Record<AppError['code'], string>> = {
  link_expired: 'This link has expired',
  link_used: 'This link has already been used',
  link_not_found: 'Link not found',
  oauth_state_invalid: 'Something went wrong',
  auth_config_disabled: 'Not available',
}

/** A browser shows the response, so errors are pages as well, with the right status for programs. */
export async function asPage(work: () => Promise<RawReply>): Promise<RawReply> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error
    return html(
      faultPage(titles[error.code] ?? 'Something went wrong', error.message, error.extras.hint),
      error.status,
    )
  }
}
