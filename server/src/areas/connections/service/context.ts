import type { Db, Queryable } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { AuthScheme, AuthSchemeName, ToolkitEntry, Toolkits } from '../../toolkits/index.ts'
import type { AccountRow } from '../store/account.ts'
import { type AuthConfigRow, findConfig } from '../store/auth-config.ts'

const runSchemes: readonly AuthSchemeName[] = [
  'NO_AUTH',
  'API_KEY',
  'BEARER_TOKEN',
  'BASIC',
  'OAUTH2',
  'S2S_OAUTH2',
  'SERVICE_ACCOUNT',
  'COOKIE',
]

const noScheme: AuthScheme = {
  name: 'NO_AUTH',
  configFields: [],
  connectionFields: [],
  placements: [],
  allowedHosts: [],
}

export const configNotFound = () => new AppError('auth_config_not_found', 'Auth config not found')
export const accountNotFound = () =>
  new AppError('connected_account_not_found', 'Connected account not found')

/** The scheme that a caller named, by the name under which it is run here. */
export function schemeNamed(name: string): AuthSchemeName {
  const known = runSchemes.find(
    (each) => each === (name === 'GOOGLE_SERVICE_ACCOUNT' ? 'SERVICE_ACCOUNT' : name),
  )
  if (known) return known
  throw new AppError('unsupported_auth_scheme', `The auth scheme ${name} is not supported`, {
    facts: { supported: runSchemes },
    hint: `Use one of ${runSchemes.join(', ')}.`,
  })
}

/** How a toolkit lets its callers in by this scheme. */
export function schemeIn(toolkit: ToolkitEntry, name: string): AuthScheme {
  const known = schemeNamed(name)
  const scheme = toolkit.authSchemes.find((each) => each.name === known)
  if (scheme) return scheme
  if (known === 'NO_AUTH' && (toolkit.noAuth || toolkit.authSchemes.length === 0)) return noScheme
  const takes = toolkit.authSchemes.map((each) => each.name)
  throw new AppError('unsupported_auth_scheme', `${toolkit.name} does not support ${name}`, {
    facts: { supported: takes },
    hint: takes.length > 0 ? `It supports ${takes.join(', ')}.` : 'It requires no account.',
  })
}

/**
 * Toolkits and schemes behind the rows of this area. A toolkit may have been deleted since; what depends on it stays
 * readable.
 */
export function createContext({ db, toolkits }: { db: Db; toolkits: Pick<Toolkits, 'find' | 'get'> }) {
  return {
    toolkit: (scope: Scope, slug: string, q: Queryable = db) => toolkits.get(q, scope, slug),
    findToolkit: (q: Queryable, scope: Scope, slug: string) => toolkits.find(q, scope, slug),
    async schemeOf(scope: Scope, of: Pick<AccountRow, 'toolkit_slug' | 'auth_scheme'>): Promise<AuthScheme> {
      return schemeIn(await toolkits.get(db, scope, of.toolkit_slug), of.auth_scheme)
    },
    async config(q: Queryable, scope: Scope, id: string): Promise<AuthConfigRow> {
      const row = await findConfig(q, scope, id)
      if (!row) throw configNotFound()
      return row
    },
    /** Once for a whole list. */
    async namesOf(scope: Scope, slugs: readonly string[]) {
      const names = new Map<string, { slug: string; name: string; logo: string | null }>()
      for (const slug of new Set(slugs)) {
        const found = await toolkits.find(db, scope, slug)
        names.set(slug, { slug, name: found?.name ?? slug, logo: found?.logo ?? null })
      }
      return names
    },
  }
}

export type Context = ReturnType<typeof createContext>

export function refuseDisabled(config: AuthConfigRow): void {
  if (!config.is_disabled) return
  throw new AppError('auth_config_disabled', 'The auth config is disabled', {
    hint: 'Enable it with PATCH …/status and enabled: true.',
  })
}
