import type { Clock } from '../../../../kernel/clock.ts'
import type { Db } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import type { Outbound } from '../../../../kernel/net/outbound.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { AuthScheme } from '../../../toolkits/index.ts'
import type { ConfigTest } from '../../schema/auth-config.ts'
import { type AuthConfigRow, noteTest } from '../../store/auth-config.ts'
import { type Context, schemeIn } from '../context.ts'
import type { Grants } from '../oauth/grants.ts'
import { redirectUriOf } from '../oauth/redirect-uri.ts'
import { type OAuthService, serviceOf } from '../oauth/service-urls.ts'
import type { TokenEndpoint } from '../oauth/token-endpoint.ts'
import type { SecretValues } from '../secrets.ts'

export type TestConfigDeps = {
  db: Db
  clock: Clock
  outbound: Outbound
  context: Context
  grants: Grants
  endpoint: TokenEndpoint
  isLocal(url: string): boolean
  publicUrl: URL
}

type Check = ConfigTest['checks'][number]

const check = (name: string, outcome: Check['outcome'], message: string): Check => ({
  name,
  outcome,
  message,
})
// No service has ever issued such a token, so the response is about the client and nothing else.
const noSuchToken = 'stoa-checks-its-client'

/**
 * Checks whether an auth config works before the first end user uses it: its URLs, the callback URL, and
 * whether the service accepts the client. Staged credentials that pass are in use from then on.
 */
export function createConfigTest(deps: TestConfigDeps) {
  const { db, clock, outbound, context, grants, endpoint, isLocal, publicUrl } = deps

  async function reachable(name: string, url: string | null): Promise<Check> {
    if (url === null) return check(name, 'failed', 'No URL is set.')
    if (isLocal(url)) return check(name, 'passed', 'It is part of this server.')
    try {
      await outbound.check(url)
      return check(name, 'passed', 'The URL is allowed.')
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return check(name, 'failed', error.message)
    }
  }

  function redirectCheck(configId: string, service: OAuthService): Check {
    const redirectUri = redirectUriOf(publicUrl, configId, service.issuer !== null)
    const isLoopback = /^(localhost|127\.|\[::1\])/.test(publicUrl.hostname)
    const isFine = publicUrl.protocol === 'https:' || isLoopback
    return isFine
      ? check('redirectUri', 'passed', `Enter ${redirectUri} at the service.`)
      : check('redirectUri', 'failed', 'Most services take only https: set STOA_PUBLIC_URL to an https URL.')
  }

  const clientShape = (service: OAuthService): Check =>
    /^[\x21-\x7e]{3,1000}$/.test(service.clientId)
      ? check('clientId', 'passed', 'It looks like a client id.')
      : check('clientId', 'failed', 'It is missing, or has spaces or letters that no client id has.')

  async function clientCheck(
    scheme: AuthScheme,
    service: OAuthService,
    scopes: readonly string[],
  ): Promise<Check> {
    if (service.clientId === '') return check('client', 'skipped', 'Every account brings its own client.')
    try {
      const response =
        scheme.name === 'S2S_OAUTH2'
          ? await endpoint.clientCredentials(service, scopes)
          : await endpoint.refresh(service, noSuchToken)
      if (response.isGranted) return check('client', 'passed', 'The service gave a token.')
      const { kind, code, message } = response.refusal
      if (kind === 'grant' || (scheme.name === 'OAUTH2' && code === 'invalid_request'))
        return check('client', 'passed', 'The service knows the client.')
      return kind === 'client'
        ? check('client', 'failed', message)
        : check('client', scheme.name === 'S2S_OAUTH2' ? 'failed' : 'skipped', message)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return check('client', 'failed', error.message)
    }
  }

  async function checksOf(
    scheme: AuthScheme,
    values: SecretValues,
    { id: configId, scopes }: AuthConfigRow,
  ): Promise<Check[]> {
    if (scheme.name !== 'OAUTH2' && scheme.name !== 'S2S_OAUTH2')
      return [check('credentials', 'skipped', `With ${scheme.name} each account brings its own credentials.`)]
    let service: OAuthService
    try {
      service = serviceOf(scheme, values, {})
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return [check('addresses', 'skipped', 'They contain a field that every account fills in for itself.')]
    }
    const isConsent = scheme.name === 'OAUTH2'
    const addresses = [
      ...(isConsent ? [await reachable('authorizationUrl', service.authorizationUrl)] : []),
      await reachable('tokenUrl', service.tokenUrl),
    ]
    const isSound = addresses.every(({ outcome }) => outcome === 'passed')
    return [
      ...addresses,
      ...(isConsent ? [redirectCheck(configId, service)] : []),
      clientShape(service),
      isSound
        ? await clientCheck(scheme, service, scopes)
        : check('client', 'skipped', 'The service could not be called.'),
    ]
  }

  return async function test(scope: Scope, id: string): Promise<ConfigTest> {
    const config: AuthConfigRow = await context.config(db, scope, id)
    const scheme = schemeIn(await context.toolkit(scope, config.toolkit_slug), config.auth_scheme)
    const staged = grants.staged(scope, config)
    const checks = await checksOf(scheme, staged ?? grants.current(scope, config), config)
    const isPassed = checks.every(({ outcome }) => outcome !== 'failed')
    // Where there is no one to ask, there is nothing to wait for.
    const isReachable = scheme.name === 'OAUTH2' || scheme.name === 'S2S_OAUTH2'
    const hasWorked =
      !isReachable || checks.some(({ name, outcome }) => name === 'client' && outcome === 'passed')
    const isPromoted =
      staged !== null &&
      isPassed &&
      hasWorked &&
      (await grants.promote(scope, config, config.next_credentials!))
    await noteTest(db, scope, id, { isPassed, at: clock.now().toISOString() })
    return { isPassed, checks, isPromoted }
  }
}
