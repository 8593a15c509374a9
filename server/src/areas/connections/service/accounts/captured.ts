import type { Clock } from '../../../../kernel/clock.ts'
import type { Db } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import { isHostListed } from '../../../../kernel/net/redirects.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { AuthScheme } from '../../../toolkits/index.ts'
import type { CreatedAccount } from '../../schema/account.ts'
import { listConfigsOfScheme } from '../../store/auth-config.ts'
import { type Context, schemeIn } from '../context.ts'
import { ignoreNone } from '../fields.ts'
import type { createAccounts } from './accounts.ts'

/** A cookie as browsers store it: `expires` in seconds, or -1 until the browser is closed. */
export type CapturedCookie = { name: string; value: string; domain: string; expires?: number | undefined }

/** What someone who signed in with a browser is known by. */
export type CapturedLogin = {
  /** The page that is open. */
  url: string
  cookies: readonly CapturedCookie[]
  /** Local storage of each origin. */
  origins: readonly { origin: string; localStorage: readonly { name: string; value: string }[] }[]
}

export type CapturedConnection = {
  authConfigId?: string | undefined
  displayName?: string | undefined
  labels?: string[] | undefined
  validateCredentials: boolean
  login: CapturedLogin
}

export type CapturedDeps = {
  db: Db
  clock: Clock
  context: Context
  accounts: Pick<ReturnType<typeof createAccounts>, 'create'>
}

/** Accounts that are connected by signing in with a browser: what it has for the hosts of the toolkit, and nothing else. */
export function createCapturedConnections({ db, clock, context, accounts }: CapturedDeps) {
  const schemeOf = async (scope: Scope, toolkitSlug: string) =>
    schemeIn(await context.toolkit(scope, toolkitSlug), 'COOKIE')

  /** The one auth config whose service the page is of. */
  async function findConfigId(scope: Scope, { url }: CapturedLogin): Promise<string> {
    const hostname = URL.parse(url)?.hostname ?? ''
    const matching: string[] = []
    for (const { id, toolkit_slug, is_disabled } of await listConfigsOfScheme(db, scope, 'COOKIE')) {
      if (is_disabled || !(await context.findToolkit(db, scope, toolkit_slug))) continue
      const { allowedHosts } = await schemeOf(scope, toolkit_slug)
      if (isHostListed(hostname, allowedHosts)) matching.push(id)
    }
    if (matching.length === 1) return matching[0]!
    const reason = matching.length === 0 ? 'No auth config' : 'More than one auth config'
    throw new AppError(
      'missing_field',
      `${reason} with the scheme COOKIE is for ${hostname || 'this page'}`,
      {
        details: [{ in: 'body', path: '/authConfigId', rule: 'required', message: 'is required here' }],
        facts: { authConfigIds: matching },
        hint: 'Name it with authConfigId, or open a page of the service first.',
      },
    )
  }

  return async (scope: Scope, connection: CapturedConnection): Promise<CreatedAccount> => {
    const { login, displayName, labels, validateCredentials } = connection
    const id = connection.authConfigId ?? (await findConfigId(scope, login))
    const config = await context.config(db, scope, id)
    const scheme = await schemeOf(scope, config.toolkit_slug)
    const val = valuesFrom(scheme, login, clock.now())
    const state = { authScheme: 'COOKIE' as const, val }
    const body = { authConfig: { id }, connection: { state, displayName, labels }, allowMultiple: true }
    return accounts.create(scope, { ...body, validateCredentials }, ignoreNone)
  }
}

export type CapturedConnections = ReturnType<typeof createCapturedConnections>

/** The fields of the connection: the cookies as one header, single cookies by name, or items of local storage. */
function valuesFrom(scheme: AuthScheme, login: CapturedLogin, now: Date): Record<string, string> {
  const hosts = scheme.allowedHosts
  const cookies = login.cookies.filter((cookie) => isCurrent(cookie, now) && isFor(cookie, hosts))
  const items = login.origins
    .filter(({ origin }) => isHostListed(URL.parse(origin)?.hostname ?? '', hosts))
    .flatMap(({ localStorage }) => localStorage)
  const named = (name: string) => [...cookies, ...items].find((each) => each.name === name)?.value
  const values: Record<string, string> = {}
  for (const { name: field } of scheme.connectionFields) {
    const placement = scheme.placements.find((each) => each.field === field)
    const isWhole = placement?.in === 'header' && placement.name.toLowerCase() === 'cookie'
    const value = isWhole
      ? cookies.map(({ name, value: content }) => `${name}=${content}`).join('; ')
      : named(placement?.in === 'cookie' && placement.name !== '' ? placement.name : field)
    if (value) values[field] = value
  }
  if (Object.keys(values).length > 0) return values
  throw new AppError('invalid_state', `The session has no cookies for ${hosts.join(', ') || 'the service'}`, {
    facts: { state: 'signed_out' },
    hint: 'Sign in there first, then send this request again.',
  })
}

const isCurrent = ({ expires = -1 }: CapturedCookie, now: Date): boolean =>
  expires < 0 || expires * 1000 > now.getTime()

/** Whether a browser would send it to one of the hosts. */
function isFor({ domain }: CapturedCookie, hosts: readonly string[]): boolean {
  const bare = domain.toLowerCase().replace(/^\./, '')
  const coversSubdomains = domain.startsWith('.')
  return hosts.some((listed) => {
    const host = listed.toLowerCase()
    if (host.startsWith('*.')) return bare === host.slice(2) || bare.endsWith(host.slice(1))
    return host === bare || (coversSubdomains && host.endsWith(`.${bare}`))
  })
}
