import { AppError } from '../../../kernel/errors.ts'
import type { AuthField, AuthScheme } from '../ports/auth-scheme.ts'
import type { DriftCheck } from '../ports/project-toolkit.ts'
import type { CreateToolkitBody, UpdateToolkitBody } from '../schema/toolkit.ts'
import type { NewToolkitRow, ToolkitRow } from '../store/toolkit.ts'
import { changedSchemes, schemesOf } from './auth-details.ts'

type Fields = Omit<UpdateToolkitBody, 'slug' | 'provider' | 'isDisabled' | 'driftCheck'>

const runnableFlows: ReadonlySet<string> = new Set(['static_secret', 'cookie_paste', 'oauth'])

/** Validates now what would prevent accounts from connecting later. */
export function refuseWhatIsNotRun({ authFlow, authRecipe, providerManagedAuthSchemes }: Fields): void {
  if (authRecipe !== undefined || (authFlow !== undefined && !runnableFlows.has(authFlow))) {
    throw new AppError('unsupported_auth_scheme', 'Login recipes, passwords and codes are not supported', {
      hint: 'Use authFlow static_secret, cookie_paste or oauth, and omit authRecipe.',
    })
  }
  if ((providerManagedAuthSchemes?.length ?? 0) > 0) {
    throw new AppError('unsupported_auth_scheme', 'Custom toolkits have no provider-managed auth', {
      hint: 'Omit providerManagedAuthSchemes and create an auth config with your own credentials.',
    })
  }
}

export function rowFrom(id: string, body: CreateToolkitBody): NewToolkitRow {
  refuseWhatIsNotRun(body)
  const schemes = schemesOf(body)
  const version = body.version ?? '1.0.0'
  return {
    id,
    slug: body.slug,
    provider: 'LOCAL',
    name: body.name,
    description: body.description,
    logo: body.logo ?? null,
    app_url: body.appUrl ?? null,
    categories: body.categories ?? [],
    auth_schemes: schemes,
    no_auth: body.noAuth ?? (schemes.length > 0 && schemes.every(({ name }) => name === 'NO_AUTH')),
    base_url: body.baseUrl ?? null,
    current_user_path: body.getCurrentUserEndpoint ?? null,
    version,
    available_versions: [version],
    popularity_score: body.popularityScore ?? 0,
    regions: body.regions ?? null,
    source_url: null,
    selection: {},
    tool_count: 0,
    described_at: null,
    is_disabled: false,
    is_copy: false,
    drift_check: null,
  }
}

/** A toolkit that a custom tool names before anyone made it. */
export const stubFor = (id: string, slug: string): NewToolkitRow => ({
  ...rowFrom(id, { slug, name: slug, description: '' }),
})

const or = <T>(value: T | undefined, known: T): T => (value === undefined ? known : value)

export function rowAfter(row: ToolkitRow, body: UpdateToolkitBody): ToolkitRow {
  refuseWhatIsNotRun(body)
  refuseOtherProvider(row, body)
  const baseUrl = or(body.baseUrl, row.base_url)
  const version = body.version ?? row.version
  if (row.provider !== 'LOCAL' && version !== row.version) {
    throw new AppError('invalid_state', 'The version of an imported toolkit is set by its API description', {
      hint: 'Refresh it from its origin, or import the new description.',
    })
  }
  return {
    ...row,
    slug: body.slug ?? row.slug,
    name: body.name ?? row.name,
    description: body.description ?? row.description,
    logo: or(body.logo, row.logo),
    app_url: or(body.appUrl, row.app_url),
    categories: body.categories ?? row.categories,
    auth_schemes: changedSchemes(row.auth_schemes, body, { old: row.base_url, next: baseUrl }),
    no_auth: body.noAuth ?? row.no_auth,
    base_url: baseUrl,
    current_user_path: or(body.getCurrentUserEndpoint, row.current_user_path),
    version,
    available_versions: [version, ...row.available_versions.filter((each) => each !== version)],
    popularity_score: body.popularityScore ?? row.popularity_score,
    regions: or(body.regions, row.regions),
    is_disabled: body.isDisabled ?? row.is_disabled,
    drift_check: driftCheckAfter(row, body),
  }
}

/** How often the origin is checked; only what was read from a URL has one. */
export function driftCheckAfter(row: ToolkitRow, { driftCheck }: UpdateToolkitBody): DriftCheck | null {
  if (driftCheck === undefined) return row.drift_check
  if (driftCheck === 'off') return null
  if (row.source_url !== null) return driftCheck
  throw new AppError('invalid_state', `${row.slug} was not imported from a URL`, {
    hint: 'Import it by URL, or omit driftCheck.',
  })
}

function refuseOtherProvider(row: ToolkitRow, { provider }: UpdateToolkitBody): void {
  if (provider === undefined || provider === row.provider) return
  if (provider === 'COMPOSIO' && row.provider !== 'LOCAL') return
  throw new AppError(
    'invalid_parameter',
    `The provider of the toolkit cannot be changed from ${row.provider}`,
    {
      hint: 'Omit provider.',
    },
  )
}

/**
 * Where secrets of accounts may be sent by this toolkit, what of them is secret, and how consent is requested: a
 * change of it is more than a change of words. Written in a fixed order, because the database has one that no
 * one chose.
 */
export const destinationsOf = (schemes: readonly AuthScheme[]): string =>
  JSON.stringify(
    schemes.map(({ name, allowedHosts, placements, oauth2, connectionFields, configFields }) => [
      name,
      allowedHosts,
      placements.map((each) => [each.in, each.name, each.prefix, each.field]),
      connectionFields.filter(({ isSecret }) => isSecret).map((each) => each.name),
      // A field may be part of a URL, and then its default is.
      defaultsIn(connectionFields),
      defaultsIn(configFields),
      oauth2?.authorizationUrl,
      oauth2?.tokenUrl,
      oauth2?.revocationUrl,
      oauth2?.issuer,
      oauth2?.expectedIssuer,
      oauth2?.hasPkce,
      oauth2?.clientAuthentication,
      Object.entries(oauth2?.authorizationParameters ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)),
    ]),
  )

const defaultsIn = (fields: readonly AuthField[]) =>
  fields.flatMap(({ name, defaultValue }) => (defaultValue === undefined ? [] : [[name, defaultValue]]))

/** The URLs of a toolkit beside those of its schemes: its base URL, and the one that returns the account's owner. */
export const addressesOf = ({ base_url, current_user_path }: ToolkitRow): string =>
  JSON.stringify([base_url, current_user_path])
