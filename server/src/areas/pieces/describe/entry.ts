import { distinctSlugOf, toolSlugOf } from '../../../kernel/text/tool-slug.ts'
import type { ToolDefinition, ToolHints, ToolkitEntry } from '../../toolkits/index.ts'
import { authSchemesOf } from './auth-schemes.ts'
import { categoriesOf } from './categories.ts'
import type { Auth, PieceDescription, PieceOperation, Trigger } from './description.ts'
import { schemaOfFields } from './field-schema.ts'
import { hostsOf } from './hosts.ts'
import { schemaOfOutput } from './output-schema.ts'

/** A piece as the platform knows it, and what it is called inside of its bundle. */
export type PieceEntry = {
  readonly package: string
  readonly version: string
  readonly toolkit: ToolkitEntry
  readonly tools: readonly PieceTool[]
  readonly allowedHosts: readonly string[]
  /** Kinds of auth in the order of the toolkit's schemes, by the names of the framework. */
  readonly authKinds: readonly string[]
  /** Older bundles get the bare value instead of an object with its kind. */
  readonly hasBareAuth: boolean
  /** Receives webhooks at one URL for all accounts. */
  readonly hasAppWebhook: boolean
}

/** Where a service puts what makes a request a handshake instead of an event. */
export type Handshake = { readonly in: 'header' | 'query' | 'body'; readonly name: string }

export type PieceTool = ToolDefinition & {
  readonly origin: {
    readonly kind: 'action' | 'trigger'
    readonly name: string
    readonly strategy?: string
    readonly handshake?: Handshake
    /** When the subscription at the service must be renewed. */
    readonly renewCron?: string
  }
  readonly fileFields: readonly string[]
}

export type PieceIdentity = { package: string; version: string; slug: string; bundle: string }

export function entryOfPiece(description: PieceDescription, identity: PieceIdentity): PieceEntry {
  const { slug, version } = identity
  const usable = description.auth.filter((auth) => authSchemesOf([auth], []).length > 0)
  const allowedHosts = hostsOf({
    slug,
    bundle: identity.bundle,
    connectionFields: usable.flatMap(({ props }) => Object.keys(props)),
    addresses: usable.flatMap(({ tokenUrl }) => tokenUrl ?? []),
  })
  const isFree = description.auth.length === 0
  const taken = new Set<string>()
  const tools = [
    ...description.actions.map((operation) => toolOf(operation, 'action')),
    ...description.triggers
      .filter(({ type }) => type !== 'MANUAL')
      .map((operation) => toolOf(operation, 'trigger')),
  ]

  function toolOf(operation: PieceOperation | Trigger, kind: 'action' | 'trigger'): PieceTool {
    const strategy = 'type' in operation ? operation.type : undefined
    return {
      slug: freeSlug(taken, slug, operation.name, kind),
      toolkitSlug: slug,
      name: operation.displayName || operation.name,
      description: operation.aiMetadata?.description || operation.description,
      type: strategy === undefined ? 'action' : strategy === 'POLLING' ? 'poll' : 'webhook',
      noAuth: isFree || !operation.requireAuth,
      scopes: [],
      tags: [],
      isImportant: false,
      isDeprecated: false,
      popularityScore: 0,
      version,
      hints: hintsOf(operation, kind),
      instructions: operation.description,
      inputParameters: schemaOfFields(operation.props),
      outputParameters: schemaOfOutput(operation.outputSchema?.fields),
      origin: { kind, name: operation.name, ...('type' in operation ? subscriptionOf(operation) : {}) },
      fileFields: Object.entries(operation.props).flatMap(([name, { type }]) =>
        type === 'FILE' ? [name] : [],
      ),
    }
  }

  return {
    package: identity.package,
    version,
    allowedHosts,
    authKinds: usable.map(({ type }) => type),
    hasBareAuth: description.getContextInfo !== true,
    hasAppWebhook: description.hasEvents,
    toolkit: {
      slug,
      name: description.displayName || slug,
      description: description.description,
      provider: 'PLATFORM',
      logo: null,
      categories: categoriesOf(description.categories),
      authSchemes: schemesOf(usable, allowedHosts, isFree),
      noAuth: isFree,
      baseUrl: null,
      currentUserPath: null,
      version,
      toolCount: tools.filter(({ type }) => type === 'action').length,
      triggerCount: tools.filter(({ type }) => type !== 'action').length,
      popularityScore: 0,
      describedAt: null,
    },
    tools,
  }
}

const handshakePlaces: Readonly<Record<string, Handshake['in']>> = {
  HEADER_PRESENT: 'header',
  QUERY_PRESENT: 'query',
  BODY_PARAM_PRESENT: 'body',
}

function subscriptionOf({ type, handshakeConfiguration: handshake, renewConfiguration: renew }: Trigger) {
  const place = handshake && handshakePlaces[handshake.strategy]
  return {
    strategy: type,
    ...(place ? { handshake: { in: place, name: handshake.paramName } } : {}),
    ...(renew ? { renewCron: renew.cronExpression } : {}),
  }
}

function schemesOf(auths: readonly Auth[], allowedHosts: readonly string[], isFree: boolean) {
  if (!isFree) return authSchemesOf(auths, allowedHosts)
  return [{ name: 'NO_AUTH' as const, configFields: [], connectionFields: [], placements: [], allowedHosts }]
}

function hintsOf({ classification, aiMetadata }: PieceOperation, kind: 'action' | 'trigger'): ToolHints {
  if (kind === 'trigger') return { isReadOnly: true, isDestructive: false, isIdempotent: true }
  const isRead = classification === 'READ' || classification === 'SEARCH'
  return {
    isReadOnly: classification === undefined ? null : isRead,
    isDestructive: classification === undefined ? null : classification === 'DESTRUCTIVE',
    isIdempotent: isRead ? true : (aiMetadata?.idempotent ?? null),
  }
}

function freeSlug(taken: Set<string>, toolkit: string, name: string, kind: string): string {
  const operation = withoutToolkit(toolkit, name)
  const preferred = toolSlugOf(toolkit, operation)
  const slug = taken.has(preferred) ? distinctSlugOf(toolkit, operation, `${kind} ${name}`) : preferred
  taken.add(slug)
  return slug
}

/** Many authors put the name of the service before every name. */
function withoutToolkit(toolkit: string, name: string): string {
  const plain = name.replace(/^\W+/, '')
  const prefix = `${toolkit.replaceAll('-', '_')}_`
  return plain.toLowerCase().startsWith(prefix) ? plain.slice(prefix.length) : plain
}
