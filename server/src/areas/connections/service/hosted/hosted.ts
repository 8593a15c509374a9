import * as oauth from 'oauth4webapi'
import type { Clock } from '../../../../kernel/clock.ts'
import type { Db } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import { newToken } from '../../../../kernel/ids.ts'
import { isFixedOAuthParameter } from '../../../../kernel/oauth-parameters.ts'
import { type Scope, systemScope } from '../../../../kernel/scope.ts'
import { hashToken, sameToken } from '../../../../kernel/secrets/token.ts'
import type { AuthField, AuthScheme, ProjectToolkit } from '../../../toolkits/index.ts'
import { findRequester } from '../../read-accounts.ts'
import { type AccountRow, findAccount, lockAccount } from '../../store/account.ts'
import type { AuthConfigRow } from '../../store/auth-config.ts'
import {
  beginAttempt,
  clearAttempt,
  findLink,
  findState,
  type LinkRow,
  takeState,
  useLink,
} from '../../store/link.ts'
import type { Connecting } from '../connect.ts'
import { type Context, schemeIn } from '../context.ts'
import { connectionFieldsOf, ignoreNone, readValues } from '../fields.ts'
import type { Grants } from '../oauth/grants.ts'
import { redirectUriOf } from '../oauth/redirect-uri.ts'
import { serviceOf } from '../oauth/service-urls.ts'
import { namelessIssuer, serverOf } from '../oauth/token-endpoint.ts'
import { plainCode } from '../oauth/token-response.ts'
import { identityIn, type TokenStore } from '../oauth/tokens.ts'
import type { Probe } from '../probe.ts'
import type { SecretBox, SecretValues } from '../secrets.ts'

// The person is at the service meanwhile and may have to find a password first.
const attemptMs = 10 * 60 * 1000
const stateBytes = 32

export type HostedDeps = {
  db: Db
  clock: Clock
  secrets: SecretBox
  context: Context
  grants: Grants
  tokenStore: TokenStore
  connecting: Connecting
  probe: Probe
  publicUrl: URL
}

/** What a page shows of an invitation. */
export type Invitation = {
  link: LinkRow
  account: AccountRow
  config: AuthConfigRow
  toolkit: ProjectToolkit
  scheme: AuthScheme
  /** Fields that are still to be filled in. */
  fields: readonly AuthField[]
  submitted: SecretValues
  projectName: string
  username: string
}

/** How it ended, and where the person goes from here. */
export type ConnectionResult = {
  isConnected: boolean
  toolkitName: string
  message: string
  accountId: string
  /** Null when no one said where to: then a page of ours is the end. */
  returnTo: string | null
}

export type ProviderRedirect = {
  url: string
  toolkitName: string
  cookie: { id: string; value: string; maxAgeSeconds: number }
}

type Arrival = { query: URLSearchParams; state: string; arrivedAt: string }

type Attempt = { verifier: string | null; clientId: string; redirectUri: string; fields: SecretValues }

const badState = (message: string) =>
  new AppError('oauth_state_invalid', message, { hint: 'Start again with a new link.' })

/** The path of a user from a link to the service and back. */
export function createHosted(deps: HostedDeps) {
  const { db, clock, secrets, context, grants, tokenStore, connecting, probe, publicUrl } = deps

  const returnTo = (url: string | null, accountId: string, outcome: 'success' | 'failed', error?: string) => {
    if (url === null) return null
    const target = new URL(url)
    target.searchParams.set('status', outcome)
    target.searchParams.set('connectedAccountId', accountId)
    if (error !== undefined) target.searchParams.set('error', error)
    return target.href
  }

  async function describe(link: LinkRow): Promise<Invitation> {
    const scope = systemScope(link.project_id)
    const account = await findAccount(db, scope, link.connected_account_id, clock.now())
    if (!account) throw linkNotFound()
    const config = await context.config(db, scope, account.auth_config_id)
    const toolkit = await context.toolkit(scope, config.toolkit_slug)
    const scheme = schemeIn(toolkit, config.auth_scheme)
    const submitted: SecretValues =
      link.connection_data === null
        ? {}
        : secrets.open('connection-link', link.project_id, link.id, link.connection_data)
    const fields = connectionFieldsOf(scheme).filter(({ name }) => !(name in submitted))
    const requester = await findRequester(db, scope, account.external_user_id)
    return { link, account, config, toolkit, scheme, fields, submitted, ...requester }
  }

  /** Refuses links that lead nowhere any more. */
  async function open(token: string): Promise<Invitation> {
    const link = await findLink(db, hashToken(token))
    if (!link) throw linkNotFound()
    if (link.used_at !== null)
      throw new AppError('link_used', 'This link was already used', {
        hint: 'Request a new one if you need it.',
      })
    if (new Date(link.expires_at) <= clock.now())
      throw new AppError('link_expired', 'This link has expired', {
        facts: { endedAt: link.expires_at, endedReason: 'expired' },
        hint: 'Go back to the app and request a new link.',
      })
    const invitation = await describe(link)
    if (invitation.config.is_disabled)
      throw new AppError('auth_config_disabled', `${invitation.toolkit.name} is currently unavailable`)
    return invitation
  }

  async function fail(
    scope: Scope,
    { link, account, toolkit }: Invitation,
    code: string,
    message: string,
  ): Promise<ConnectionResult> {
    await db.tx(async (tx) => {
      await connecting.failIn(tx, scope, account.id, code, message)
      await clearAttempt(tx, link)
    })
    const url = returnTo(link.callback_url, account.id, 'failed', code)
    return { isConnected: false, toolkitName: toolkit.name, message, accountId: account.id, returnTo: url }
  }

  function succeed({ link, account, toolkit }: Invitation): ConnectionResult {
    const url = returnTo(link.callback_url, account.id, 'success')
    const message = `${toolkit.name} is connected.`
    return { isConnected: true, toolkitName: toolkit.name, message, accountId: account.id, returnTo: url }
  }

  /** Opens the way to the service. The one that was open before is closed: there is never more than one. */
  async function redirectToProvider(invitation: Invitation, fields: SecretValues): Promise<ProviderRedirect> {
    const { link, config, scheme, toolkit } = invitation
    const scope = systemScope(link.project_id)
    const service = serviceOf(scheme, grants.current(scope, config), fields)
    if (service.authorizationUrl === null)
      throw new AppError('invalid_parameter', 'The auth config has no authorization URL')
    const [state, browser] = [newToken(stateBytes), newToken(stateBytes)]
    const verifier = service.hasPkce ? oauth.generateRandomCodeVerifier() : null
    const redirectUri = redirectUriOf(publicUrl, config.id, service.issuer !== null)
    const attempt: Attempt = { verifier, clientId: service.clientId, redirectUri, fields }
    const url = new URL(service.authorizationUrl)
    for (const name of new Set(url.searchParams.keys()))
      if (isFixedOAuthParameter(name)) url.searchParams.delete(name)
    const serviceParameters = Object.entries(service.authorizationParameters)
    // Our parameters come last, so that nothing in a toolkit can replace them.
    const scopes = link.scopes ?? config.scopes
    const parameters = {
      ...Object.fromEntries(serviceParameters.filter(([name]) => !isFixedOAuthParameter(name))),
      response_type: 'code',
      client_id: service.clientId,
      redirect_uri: redirectUri,
      ...(service.resource === null ? {} : { resource: service.resource }),
      ...(scopes.length > 0 ? { scope: scopes.join(service.scopeSeparator) } : {}),
      state,
      ...(verifier === null
        ? {}
        : {
            code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
            code_challenge_method: 'S256',
          }),
    }
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
    const isOpen = await db.tx((tx) =>
      beginAttempt(tx, link, {
        stateHash: hashToken(state),
        browserHash: hashToken(browser),
        sealed: secrets.seal('connection-link', link.project_id, link.id, attempt),
        expiresAt: new Date(clock.now().getTime() + attemptMs),
      }),
    )
    if (!isOpen) throw new AppError('link_used', 'This link was already used')
    const cookie = { id: link.id, value: browser, maxAgeSeconds: attemptMs / 1000 }
    return { url: url.href, toolkitName: toolkit.name, cookie }
  }

  /** Values that a user entered: verified with the service where that is possible. */
  async function takeForm(invitation: Invitation, values: SecretValues): Promise<ConnectionResult> {
    const { link, toolkit, scheme, config } = invitation
    const scope = systemScope(link.project_id)
    const credentialed = await connecting.credentialsFrom(scope, {
      accountId: invitation.account.id,
      toolkit,
      scheme,
      config,
      values,
      mustWork: toolkit.currentUserPath !== null,
    })
    await db.tx(async (tx) => {
      if (!(await useLink(tx, link, clock.now())))
        throw new AppError('link_used', 'This link was already used')
      const account = await lockAccount(tx, scope, invitation.account.id, clock.now())
      if (!account) throw linkNotFound()
      await connecting.connectIn(tx, scope, account, credentialed)
      await clearAttempt(tx, link)
    })
    return succeed(invitation)
  }

  /** The response of the service, verified to belong to this attempt; or why there is none. */
  function readCallback(
    { toolkit, scheme, config, link }: Invitation,
    attempt: Attempt,
    { query, state, arrivedAt }: Arrival,
  ): URLSearchParams | { code: string; message: string } {
    const refused = (code: string, why: string) => ({
      code,
      message: `${toolkit.name} was not connected: ${why}`,
    })
    if (config.is_disabled)
      return { code: 'auth_config_disabled', message: `${toolkit.name} was switched off` }
    if (arrivedAt !== attempt.redirectUri)
      return refused('invalid_response', 'the response came to the callback URL of another service')
    const service = serviceOf(scheme, grants.current(systemScope(link.project_id), config), attempt.fields)
    const params = new URLSearchParams(query)
    const issuer = service.issuer ?? service.expectedIssuer
    if (issuer === null) params.delete('iss')
    try {
      return oauth.validateAuthResponse(
        {
          ...serverOf(service),
          issuer: issuer ?? namelessIssuer,
          // The issuer is all that distinguishes services with a shared callback URL, so it is required.
          authorization_response_iss_parameter_supported: service.issuer !== null,
        },
        { client_id: attempt.clientId },
        params,
        state,
      )
    } catch (error) {
      const denied = error instanceof oauth.AuthorizationResponseError
      const code = denied ? (plainCode(error.error) ?? 'unknown') : 'invalid_response'
      const why = denied ? (error.error_description ?? code) : 'its response has the wrong issuer'
      return refused(code, cleaned(why))
    }
  }

  /** What the service says on the way back, once its state was found to be ours. */
  async function arrive(
    invitation: Invitation,
    attempt: Attempt,
    arrival: Arrival,
  ): Promise<ConnectionResult> {
    const { account, config, toolkit, scheme, link } = invitation
    const scope = systemScope(link.project_id)
    const callback = readCallback(invitation, attempt, arrival)
    if (!(callback instanceof URLSearchParams))
      return fail(scope, invitation, callback.code, callback.message)
    const response = await grants
      .exchangeCode(scope, config, scheme, attempt, callback)
      .catch((error: unknown) => {
        if (error instanceof AppError) return { error }
        throw error
      })
    if ('error' in response)
      return fail(
        scope,
        invitation,
        response.error.code,
        `${toolkit.name} was not connected: ${response.error.message}`,
      )
    if (!response.isGranted)
      return fail(
        scope,
        invitation,
        response.refusal.code,
        `${toolkit.name} was not connected: ${response.refusal.message}`,
      )
    const sealed = tokenStore.sealTokens({
      projectId: account.project_id,
      accountId: account.id,
      scheme,
      before: { values: attempt.fields, facts: {} },
      tokens: response.tokens,
      requestedScopes: link.scopes ?? config.scopes,
    })
    const values = { ...attempt.fields, ...response.tokens.raw, access_token: response.tokens.accessToken }
    const probed = await probe(toolkit, scheme, values)
    const identity = probed.outcome === 'works' ? probed.identity : null
    await db.tx(async (tx) => {
      const current = await lockAccount(tx, scope, account.id, clock.now())
      if (!current) throw badState('The account was deleted meanwhile')
      await connecting.connectIn(tx, scope, current, {
        sealed,
        identity: identity ?? identityIn(response.tokens.raw),
      })
      await clearAttempt(tx, link)
    })
    return succeed(invitation)
  }

  return {
    open,
    async submit(token: string, form: URLSearchParams): Promise<ConnectionResult | ProviderRedirect> {
      const invitation = await open(token)
      const scope = systemScope(invitation.link.project_id)
      if (form.get('action') === 'cancel') {
        const isOurs = await db.tx((tx) => useLink(tx, invitation.link, clock.now()))
        if (!isOurs) throw new AppError('link_used', 'This link was already used')
        return fail(
          scope,
          invitation,
          'access_denied',
          `${invitation.toolkit.name} was not connected: it was cancelled`,
        )
      }
      const typed = Object.fromEntries(
        invitation.fields.map(({ name }) => [name, form.get(`field.${name}`)?.slice(0, 16_384) ?? null]),
      )
      const read = readValues(invitation.fields, typed, {
        path: '',
        areRequired: true,
        ignore: ignoreNone,
      })
      const values = { ...invitation.submitted, ...read }
      return invitation.scheme.name === 'OAUTH2'
        ? redirectToProvider(invitation, values)
        : takeForm(invitation, values)
    },
    /** `path` is where the response arrived; `cookieOf` returns the cookie that this browser got before the redirect. */
    async callback(
      path: string,
      query: URLSearchParams,
      cookieOf: (linkId: string) => string | undefined,
    ): Promise<ConnectionResult> {
      const state = query.get('state')
      if (state === null || state === '') throw badState('The service sent no state back')
      const known = await findState(db, hashToken(state))
      if (!known || known.used_at !== null) throw badState('This way back is not open, or was taken already')
      if (known.state_expires_at === null || new Date(known.state_expires_at) <= clock.now())
        throw badState('Consent took too long')
      // Left open: the browser that set out may still come back.
      const cookie = cookieOf(known.id)
      if (
        cookie === undefined ||
        known.browser_hash === null ||
        !sameToken(hashToken(cookie), known.browser_hash)
      )
        throw badState('Consent was begun in another browser')
      const link = await db.tx((tx) => takeState(tx, hashToken(state), clock.now()))
      if (!link || link.attempt === null) throw badState('This way back was taken already')
      const attempt = secrets.open('connection-link', link.project_id, link.id, link.attempt) as Attempt
      const arrivedAt = new URL(path, publicUrl).href
      return arrive(await describe(link), attempt, { query, state, arrivedAt })
    },
  }
}

export type Hosted = ReturnType<typeof createHosted>

const linkNotFound = () =>
  new AppError('link_not_found', 'Link not found', {
    hint: 'Copy the whole URL, or request a new link.',
  })

const cleaned = (text: string) => text.replace(/[\p{Cc}\s]+/gu, ' ').slice(0, 200)
