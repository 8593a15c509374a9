import { AppError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type {
  AuthScheme,
  NewToolkitRow,
  ProjectToolkit,
  SourceRecords,
  ToolkitRow,
} from '../../toolkits/index.ts'
import type { Declared, Digest } from '../digest/digest.ts'
import { invalidDescription } from '../document/clean-tree.ts'
import type { ImportOpenApiBody } from '../schema/import.ts'

// Agents drown in fewer; the caller that has more takes the parts he needs.
const maxTools = 3000

/** What the importer says about the ways in, which counts more than the description. Null when it says nothing. */
export function schemesDeclaredBy(
  { authSchemesOf }: Pick<SourceRecords, 'authSchemesOf'>,
  { authSchemes, authConfigDetails, baseUrl }: ImportOpenApiBody,
): AuthScheme[] | null {
  if (authSchemes === undefined && authConfigDetails === undefined) return null
  return authSchemesOf({ authSchemes, authConfigDetails, baseUrl })
}

export function refuseUseless(digest: Digest, baseUrl: string | null): void {
  const { length } = digest.entries
  if (length === 0)
    throw invalidDescription('There is no operation to make a tool of.', 'Check include and exclude.')
  if (length > maxTools) {
    throw invalidDescription(
      `The description has ${length} operations; ${maxTools} can be imported together.`,
      'Choose some of them with include, or exclude what is not needed.',
    )
  }
  if (baseUrl === null)
    throw invalidDescription('The description does not contain the URL of the API.', 'Give baseUrl as well.')
}

/** The ways in of a first import. Schemes that were said by hand are for the hosts of the description. */
export function groundOf(
  records: Pick<SourceRecords, 'authSchemesOf'>,
  body: ImportOpenApiBody,
  { declared }: Digest,
): Declared {
  const text = schemesDeclaredBy(records, body)
  const baseUrl = body.baseUrl ?? declared.baseUrl
  const moved =
    body.baseUrl === undefined
      ? null
      : records.authSchemesOf({ baseUrl, authSchemes: ['API_KEY'] })[0]!.allowedHosts
  const allowedHosts = moved ?? declared.allowedHosts
  return {
    baseUrl,
    allowedHosts,
    authSchemes: (text ?? declared.authSchemes).map((scheme) => ({
      ...scheme,
      allowedHosts: [...new Set([...(text ? scheme.allowedHosts : []), ...allowedHosts])],
    })),
  }
}

export function importedRow(
  id: string,
  body: ImportOpenApiBody,
  digest: Digest,
  declared: Declared,
  version: string,
  at: Date,
): NewToolkitRow {
  return {
    id,
    slug: body.slug,
    provider: 'OPENAPI',
    name: body.name ?? (digest.title || body.slug),
    description: body.description ?? digest.description,
    logo: body.logo ?? null,
    app_url: null,
    categories: body.categories ?? [],
    auth_schemes: [...declared.authSchemes],
    no_auth: digest.entries.every(({ noAuth }) => noAuth),
    base_url: declared.baseUrl,
    current_user_path: null,
    version,
    available_versions: [version],
    popularity_score: 0,
    regions: null,
    source_url: body.url ?? null,
    selection: selectionOf(body),
    tool_count: digest.entries.length,
    described_at: at.toISOString(),
    is_disabled: false,
    is_copy: false,
    drift_check: body.url === undefined ? null : 'daily',
  }
}

/** The row of a newer description that lies over what the product ships, before anything of it was read. */
export const copyRow = (toolkit: ProjectToolkit): NewToolkitRow => ({
  id: toolkit.id,
  slug: toolkit.slug,
  provider: 'OPENAPI',
  name: toolkit.name,
  description: toolkit.description,
  logo: toolkit.logo,
  app_url: toolkit.appUrl,
  categories: [...toolkit.categories],
  auth_schemes: [...toolkit.authSchemes],
  no_auth: toolkit.noAuth,
  base_url: toolkit.baseUrl,
  current_user_path: toolkit.currentUserPath,
  version: toolkit.version,
  available_versions: [toolkit.version],
  popularity_score: toolkit.popularityScore,
  regions: null,
  source_url: toolkit.sourceUrl,
  selection: {},
  tool_count: toolkit.toolCount,
  described_at: toolkit.describedAt,
  is_disabled: false,
  is_copy: true,
  drift_check: 'daily',
})

export const selectionOf = ({ include, exclude }: ImportOpenApiBody) => ({
  ...(include ? { include } : {}),
  ...(exclude ? { exclude } : {}),
})

/** Whether credentials would go elsewhere than the version in force says. */
export const isMoved = (
  { destinationsOf }: Pick<SourceRecords, 'destinationsOf'>,
  { declared, previouslyDeclared: before }: Digest,
): boolean =>
  before === null ||
  before.baseUrl !== declared.baseUrl ||
  destinationsOf(before.authSchemes) !== destinationsOf(declared.authSchemes)

/**
 * Where credentials go is not for a document that someone else publishes to change by itself: a new version that names
 * other hosts, placements or token URLs is not applied until an admin confirms it.
 */
export function groundAfter(
  records: Pick<SourceRecords, 'destinationsOf'>,
  scope: Scope,
  row: ToolkitRow,
  digest: Digest,
  acceptNewHosts: boolean,
): Partial<ToolkitRow> {
  const { declared, previouslyDeclared: before } = digest
  if (!isMoved(records, digest)) {
    const { destinationsOf } = records
    const isByHand = destinationsOf(row.auth_schemes) !== destinationsOf(declared.authSchemes)
    return isByHand ? {} : { auth_schemes: [...declared.authSchemes] }
  }
  if (!acceptNewHosts || scope.role !== 'admin') {
    throw new AppError(
      acceptNewHosts ? 'admin_only' : 'invalid_state',
      'The new version sends credentials to other hosts',
      {
        facts: { oldHosts: before?.allowedHosts ?? [], newHosts: declared.allowedHosts },
        hint: 'Review a dry run, then let an admin repeat the request with acceptNewHosts.',
      },
    )
  }
  return { auth_schemes: [...declared.authSchemes], base_url: declared.baseUrl }
}

/** The document's own version, distinguished from those there were. */
export function versionFor(apiVersion: string, known: readonly string[]): string {
  const plain = /^[A-Za-z0-9][A-Za-z0-9._+-]{0,40}$/.test(apiVersion) ? apiVersion : '1.0.0'
  if (!known.includes(plain)) return plain
  for (let n = 2; ; n++) if (!known.includes(`${plain}-${n}`)) return `${plain}-${n}`
}
