import { z } from 'zod'
import { AppError } from '../../../kernel/errors.ts'
import { endpoint, raw } from '../../../kernel/http/endpoint.ts'
import { readForm } from '../../../kernel/http/request/read-form.ts'
import { textParam, Uuid } from '../../../kernel/http/shapes.ts'
import { hostedPages } from '../../../kernel/http/tags.ts'
import type { ConnectionResult, Hosted, ProviderRedirect } from '../service/hosted/hosted.ts'
import { consentPage, providerRedirectPage, resultPage } from '../service/hosted/pages.ts'
import { callbackPath } from '../service/oauth/redirect-uri.ts'
import { asPage, html, htmlType, redirect } from './html.ts'

const LinkParams = z.object({ linkToken: z.string().min(1).max(200) })
const params = { linkToken: 'the-token-of-a-link' }

const CallbackQuery = z.looseObject({
  state: textParam(500).optional(),
  code: textParam(8000).optional(),
  error: textParam(500).optional(),
  error_description: textParam(4000).optional(),
  iss: textParam(2000).optional(),
})

export const maxFormBytes = 128 * 1024
const cookieName = (linkId: string) => `stoa_connect_${linkId.replaceAll('-', '')}`

export const hostedRoutes = ({ hosted, isHttps }: { hosted: Hosted; isHttps: boolean }) => [
  endpoint({
    method: 'GET',
    path: '/connect/{linkToken}',
    area: hostedPages,
    summary: 'Show the consent page for an account',
    description: 'For browsers. 410 if the link has expired, 409 if it was already used.',
    access: 'public',
    params: LinkParams,
    response: raw(htmlType),
    errors: ['link_not_found', 'link_used', 'link_expired', 'auth_config_disabled'],
    example: { params },
    handle: ({ params: { linkToken } }) =>
      asPage(async () => html(consentPage(await hosted.open(linkToken), null))),
  }),
  endpoint({
    method: 'POST',
    path: '/connect/{linkToken}',
    area: hostedPages,
    summary: 'Submit the consent page',
    description:
      'The form fields of the page: `action` is `continue` or `cancel`, credentials are `field.<name>`.',
    access: 'public',
    params: LinkParams,
    takesBytes: true,
    response: raw(htmlType),
    errors: ['link_not_found', 'link_used', 'link_expired', 'auth_config_disabled', 'credentials_rejected'],
    example: { params },
    handle: ({ params: { linkToken }, bytes }) =>
      asPage(async () => {
        const form = await readForm(bytes, maxFormBytes)
        const outcome = await hosted.submit(linkToken, form).catch((error: unknown) => formFault(error))
        if (outcome instanceof AppError)
          return html(consentPage(await hosted.open(linkToken), outcome.message), outcome.status)
        return isProviderRedirect(outcome)
          ? html(providerRedirectPage(outcome), 200, { 'set-cookie': cookieOf(outcome, isHttps) })
          : html(resultPage(outcome, true))
      }),
  }),
  endpoint({
    method: 'GET',
    path: '/oauth/callback',
    area: hostedPages,
    summary: 'Receive an OAuth callback',
    description:
      'For services that identify themselves in the response (`iss`). A state is valid once, in the same browser, for ten minutes.',
    access: 'public',
    query: CallbackQuery,
    response: raw(htmlType),
    errors: ['oauth_state_invalid'],
    example: {},
    handle: ({ query, headers }) => comeBack(hosted, callbackPath, query, headers.cookie),
  }),
  endpoint({
    method: 'GET',
    path: '/oauth/callback/{authConfigId}',
    area: hostedPages,
    summary: 'Receive an OAuth callback for an auth config',
    description: 'The `redirectUri` of the auth config. A state of another auth config is rejected.',
    access: 'public',
    params: z.object({ authConfigId: Uuid }),
    query: CallbackQuery,
    response: raw(htmlType),
    errors: ['oauth_state_invalid'],
    example: { params: { authConfigId: '0199f1a0-0000-7000-8000-000000000051' } },
    handle: ({ params: { authConfigId }, query, headers }) =>
      comeBack(hosted, `${callbackPath}/${authConfigId}`, query, headers.cookie),
  }),
]

const comeBack = (hosted: Hosted, path: string, query: object, cookies: string | undefined) =>
  asPage(async () => {
    const params = new URLSearchParams()
    for (const [name, value] of Object.entries(query)) if (typeof value === 'string') params.set(name, value)
    const result = await hosted.callback(path, params, (linkId) => cookieIn(cookies, cookieName(linkId)))
    return result.returnTo === null ? html(resultPage(result, false)) : redirect(result.returnTo)
  })

const isProviderRedirect = (outcome: ProviderRedirect | ConnectionResult): outcome is ProviderRedirect =>
  'cookie' in outcome

/** What the user can fix is shown above the form; the rest is a separate page. */
function formFault(error: unknown): AppError {
  const isFixable =
    error instanceof AppError &&
    [
      'credentials_rejected',
      'invalid_parameter',
      'missing_field',
      'upstream_error',
      'upstream_timeout',
    ].includes(error.code)
  if (isFixable) return error
  throw error
}

/** Lax, because the way back is a navigation from another site; no script and no other path ever sees it. */
const cookieOf = ({ cookie }: ProviderRedirect, isHttps: boolean): string =>
  `${cookieName(cookie.id)}=${cookie.value}; Path=${callbackPath}; HttpOnly; SameSite=Lax; Max-Age=${cookie.maxAgeSeconds}${isHttps ? '; Secure' : ''}`

function cookieIn(header: string | undefined, name: string): string | undefined {
  const pair = header?.split(';').find((each) => each.trim().startsWith(`${name}=`))
  return pair?.trim().slice(name.length + 1)
}
