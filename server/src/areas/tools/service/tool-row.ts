import { createHash } from 'node:crypto'
import { AppError } from '../../../kernel/errors.ts'
import type { SchemaChecks } from '../../../kernel/json-schema/schema-checks.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { JsonSchema, ToolHints } from '../../toolkits/index.ts'
import {
  type CreateToolBody,
  type HttpBody,
  type Implementation,
  isScript,
  type UpdateToolBody,
} from '../schema/tool.ts'
import type { NewToolRow, ToolRow } from '../store/tool.ts'
import { schemaTokens } from './catalogue/schema-tokens.ts'
import { hasStoredValues, withStoredValues } from './custom/static-secrets.ts'
import { adminOnlyField, schemaRefused } from './refusals.ts'
import { microOf } from './to-response.ts'

const anyObject: JsonSchema = { type: 'object' }
const unknownHints: ToolHints = { isReadOnly: null, isDestructive: null, isIdempotent: null }

/** A custom tool as it was requested. */
export function rowFrom(id: string, scope: Scope, body: CreateToolBody): NewToolRow {
  const { deprecatedInfo: old = {} } = body
  const version = body.version ?? old.version ?? '1.0.0'
  const implementation = implementationIn(body, null) ?? null
  return finished({
    id,
    slug: body.slug,
    toolkitSlug: body.toolkitSlug,
    name: body.name,
    description: body.description,
    instructions: body.instructions ?? '',
    type: body.type ?? 'action',
    noAuth: body.noAuth ?? false,
    scopes: body.scopes ?? [],
    tags: body.tags ?? [],
    isImportant: body.isImportant ?? false,
    popularityScore: body.popularityScore ?? 0,
    isDeprecated: body.isDeprecated ?? old.isDeprecated ?? false,
    isDisabled: body.isDisabled ?? false,
    version,
    availableVersions: [...new Set([version, ...(body.availableVersions ?? old.availableVersions ?? [])])],
    triggerThreadKey: body.triggerThreadKey ?? null,
    priceMicro: priceIn(scope, body) ?? null,
    hints: { ...unknownHints, ...hintsOf(implementation), ...definedHints(body.hints) },
    inputParameters: body.inputParameters,
    outputParameters: body.outputParameters ?? anyObject,
    implementation,
  })
}

/** The tool after a change; what is not spoken of stays. */
export function rowAfter(row: ToolRow, scope: Scope, body: UpdateToolBody): NewToolRow {
  const { deprecatedInfo: old = {} } = body
  const version = body.version ?? old.version ?? row.version
  const price = priceIn(scope, body)
  refuseScriptText(row, body)
  const implementation = implementationIn(body, row)
  return finished({
    ...row,
    slug: body.slug ?? row.slug,
    toolkitSlug: body.toolkitSlug ?? row.toolkitSlug,
    name: body.name ?? row.name,
    description: body.description ?? row.description,
    instructions: body.instructions ?? row.instructions,
    type: body.type ?? row.type,
    noAuth: body.noAuth ?? row.noAuth,
    scopes: body.scopes ?? row.scopes,
    tags: body.tags ?? row.tags,
    isImportant: body.isImportant ?? row.isImportant,
    popularityScore: body.popularityScore ?? row.popularityScore,
    isDeprecated: body.isDeprecated ?? old.isDeprecated ?? row.isDeprecated,
    isDisabled: body.isDisabled ?? row.isDisabled,
    version,
    availableVersions: [
      ...new Set([version, ...(body.availableVersions ?? []), ...row.availableVersions]),
    ].slice(0, 100),
    triggerThreadKey: body.triggerThreadKey === undefined ? row.triggerThreadKey : body.triggerThreadKey,
    priceMicro: price === undefined ? row.priceMicro : price,
    hints: { ...row.hints, ...definedHints(body.hints) },
    inputParameters: body.inputParameters ?? row.inputParameters,
    outputParameters: body.outputParameters ?? row.outputParameters,
    implementation: implementation === undefined ? row.implementation : implementation,
  })
}

const definedHints = (hints: UpdateToolBody['hints']): Partial<ToolHints> =>
  Object.fromEntries(Object.entries(hints ?? {}).filter(([, value]) => value !== undefined))

/** What the method of a request implies about its effect. */
function hintsOf(implementation: Implementation | null): Partial<ToolHints> {
  if (implementation?.kind !== 'http') return {}
  const { method } = implementation
  const isReadOnly = method === 'GET' || method === 'HEAD'
  return {
    isReadOnly,
    isDestructive: method === 'DELETE',
    isIdempotent: isReadOnly || method === 'PUT' || method === 'DELETE',
  }
}

/** A text names the language of the script that is there, and nothing else: a script in it would be lost. */
function refuseScriptText({ implementation }: ToolRow, { script }: UpdateToolBody): void {
  if (typeof script !== 'string') return
  if (implementation?.kind === 'script' && implementation.language === script) return
  throw new AppError('invalid_parameter', 'script must be an object with language and source', {
    details: [{ in: 'body', path: '/script', rule: 'type', message: 'must be an object' }],
    hint: 'Send {"language": "javascript", "source": "return state"}, or omit it.',
  })
}

/** Undefined when nothing is said of it, null when it is taken away. */
function implementationIn(
  { script, http, browser, toolkitSlug }: Pick<UpdateToolBody, 'script' | 'http' | 'browser' | 'toolkitSlug'>,
  row: ToolRow | null,
): Implementation | null | undefined {
  if (browser) return { kind: 'browser', ...browser }
  if (isScript(script)) return { kind: 'script', ...script }
  const old = row?.implementation ?? null
  const isSameToolkit = row !== null && (toolkitSlug === undefined || toolkitSlug === row.toolkitSlug)
  if (http) return { kind: 'http', ...withStoredValues(http, old, goesToSameHost(http, old, isSameToolkit)) }
  // Responses have null for what the tool does not use, and what was read may be sent back.
  if (old?.kind === 'browser') return browser === null ? null : undefined
  if (script === null || http === null) return null
  if (!isSameToolkit && old?.kind === 'http' && goesToToolkit(old) && hasStoredValues(old))
    throw movedSecrets()
  return undefined
}

const originOf = ({ url }: HttpBody): string => /^https?:\/\/[^/?#]+/i.exec(url)?.[0].toLowerCase() ?? ''

/** Its URL is a path below that of its toolkit. */
export const goesToToolkit = (http: HttpBody): boolean => originOf(http) === ''

const goesToSameHost = (http: HttpBody, old: Implementation | null, isSameToolkit: boolean): boolean =>
  old?.kind === 'http' && originOf(http) === originOf(old) && (!goesToToolkit(http) || isSameToolkit)

const movedSecrets = () =>
  new AppError('invalid_parameter', 'The tool has hidden values, which cannot be moved to another toolkit', {
    details: [{ in: 'body', path: '/toolkitSlug', rule: 'hidden', message: 'is required with http' }],
    hint: 'Also send http, with the values of its headers.',
  })

function priceIn(
  scope: Scope,
  { executionCreditCost }: Pick<UpdateToolBody, 'executionCreditCost'>,
): number | null | undefined {
  if (executionCreditCost === undefined || executionCreditCost === null) return executionCreditCost
  if (scope.role !== 'admin') throw adminOnlyField('executionCreditCost')
  return microOf(executionCreditCost)
}

function finished(row: Omit<NewToolRow, 'contentHash' | 'tokenCount'>): NewToolRow {
  const { name, description, inputParameters, outputParameters } = row
  const text = `${name}\n${description}\n${JSON.stringify(inputParameters)}\n${JSON.stringify(outputParameters)}`
  return {
    ...row,
    contentHash: createHash('sha256').update(text).digest('hex'),
    tokenCount: schemaTokens(row),
  }
}

/** 422 with everything that is wrong with the schemas. */
export async function checkSchemas(
  checks: SchemaChecks,
  { projectId }: Pick<Scope, 'projectId'>,
  body: Pick<UpdateToolBody, 'inputParameters' | 'outputParameters'>,
): Promise<void> {
  for (const field of ['inputParameters', 'outputParameters'] as const) {
    const schema = body[field]
    if (schema === undefined) continue
    const { type } = schema
    if (type !== undefined && type !== 'object')
      throw schemaRefused(field, [{ path: '/type', rule: 'const', message: 'must be "object" at the top' }])
    const faults = await checks.faultsOf(schema, { projectId })
    if (faults.length > 0) throw schemaRefused(field, faults)
  }
}
