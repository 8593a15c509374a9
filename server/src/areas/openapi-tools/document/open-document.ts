import { hostIn } from '../../../kernel/net/host-in.ts'
import type { AuthScheme, JsonSchema, ToolDefinition, ToolEntry, ToolHints } from '../../toolkits/index.ts'
import type { ApiDocument } from './api-document.ts'
import { type Inputs, inputsOf } from './binding.ts'
import { createSchemaCopy } from './copy-schema.ts'
import { listOperations, type Method, type Operation, type OperationSelection } from './operation.ts'
import { spokenName } from './operation-name.ts'
import { entriesOf, listOf, memberOf, resolve, textOf } from './pointer.ts'
import { accessOf, authSchemesOf, credentialLocations } from './security.ts'
import { type Server, serverIn } from './servers.ts'

export type OpenOptions = {
  readonly toolkitSlug: string
  /** Of the toolkit; every tool has the same. */
  readonly version: string
  readonly selection?: OperationSelection
  /** The URL of the description, to resolve relative URLs. */
  readonly origin?: string | null
  /** What is known better than the description says. */
  readonly baseUrl?: string | null
  readonly authSchemes?: readonly AuthScheme[]
}

/** What it takes to call one operation. */
export type CallPlan = Pick<Inputs, 'bindings' | 'body'> & {
  readonly method: Method
  readonly path: string
  readonly server: Server
  readonly allowedHosts: readonly string[]
}

/** A description as a toolkit. Opening is cheap; schemas are built for one tool at a time, on demand. */
export type OpenedDocument = {
  readonly title: string
  readonly description: string
  readonly apiVersion: string
  readonly baseUrl: string | null
  readonly authSchemes: readonly AuthScheme[]
  /** Everything that a credential may be sent to. */
  readonly allowedHosts: readonly string[]
  /** Every tool without its schemas. */
  operations(): readonly ToolEntry[]
  tool(slug: string): ToolDefinition | null
  /** Null when there is no such tool, or nowhere to send it. */
  plan(slug: string): CallPlan | null
}

// In parts of schemas. Inputs of all but one operation in a hundred need under a tenth of it; the responses of some
// services would fill megabytes, and are only there to give an idea.
const inputBudget = 4000
const outputBudget = 600
const maxDescription = 2000

export function openDocument(document: ApiDocument, options: OpenOptions): OpenedDocument {
  const { toolkitSlug, version, selection = {}, origin = null } = options
  const info = memberOf(document, 'info')
  const operations = listOperations(document, toolkitSlug, selection)
  const bySlug = new Map(operations.map((operation) => [operation.slug, operation]))
  const base = options.baseUrl
    ? serverIn([{ url: options.baseUrl }], null)
    : serverIn(document.servers, origin)
  const serverOf = (operation: Operation): Server | null =>
    options.baseUrl ? base : (serverIn(operation.servers, base?.url ?? origin) ?? base)
  const servers = [base, ...operations.filter(({ servers }) => servers !== undefined).map(serverOf)]
  const allowedHosts = [...new Set(servers.map((server) => hostIn(server?.url ?? '')))].filter(Boolean)
  const authSchemes =
    options.authSchemes ?? authSchemesOf(document, operations, { allowedHosts, fields: base?.fields ?? [] })
  const isCredential = credentialLocations(document)

  function entryOf(operation: Operation): ToolEntry {
    const { definition } = operation
    const access = accessOf(document, definition)
    // Where the ways in are known from elsewhere, the description's silence about them says nothing.
    const isSilent =
      options.authSchemes !== undefined &&
      memberOf(definition, 'security') === undefined &&
      memberOf(document, 'security') === undefined
    const description = [textOf(definition.summary), textOf(definition.description)].filter(Boolean)
    return {
      slug: operation.slug,
      toolkitSlug,
      name: nameOf(operation),
      description: cut([...new Set(description)].join('\n\n') || `${operation.method} ${operation.path}`),
      type: 'action',
      noAuth: authSchemes.length === 0 || (access.noAuth && !isSilent),
      scopes: access.scopes,
      tags: [...new Set(listOf(definition.tags).map(textOf).filter(Boolean))].slice(0, 20),
      isImportant: false,
      isDeprecated: definition.deprecated === true,
      popularityScore: 0,
      version,
      hints: hintsOf(operation.method),
    }
  }

  const inputsFor = (operation: Operation): Inputs =>
    inputsOf(document, operation, createSchemaCopy(document, 'input', inputBudget), isCredential)

  return {
    title: textOf(memberOf(info, 'title')).slice(0, 200),
    description: cut(textOf(memberOf(info, 'description'))),
    apiVersion: String(memberOf(info, 'version') ?? '').slice(0, 50),
    baseUrl: base?.url ?? null,
    authSchemes,
    allowedHosts,
    operations: () => operations.map(entryOf),
    tool(slug) {
      const operation = bySlug.get(slug)
      if (!operation) return null
      return {
        ...entryOf(operation),
        instructions: '',
        inputParameters: inputsFor(operation).schema,
        outputParameters: outputOf(document, operation),
      }
    },
    plan(slug) {
      const operation = bySlug.get(slug)
      const server = operation && serverOf(operation)
      if (!operation || !server) return null
      const { bindings, body } = inputsFor(operation)
      return { method: operation.method, path: operation.path, server, allowedHosts, bindings, body }
    },
  }
}

const cut = (text: string) => (text.length > maxDescription ? `${text.slice(0, maxDescription)}…` : text)

/** The summary where there is a short one, else the name that programs use, spelt out. */
function nameOf({ definition, method, path }: Operation): string {
  const summary = textOf(definition.summary).split('\n', 1)[0]!.trim()
  if (summary !== '' && summary.length <= 120) return spokenName(summary)
  const id = textOf(definition.operationId)
  const words = (id || `${method.toLowerCase()} ${path}`)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_./-]+/g, ' ')
  return spokenName(words.trim()).slice(0, 120) || 'Operation'
}

/** What HTTP promises of a method. A POST may be anything, so nothing is said of it. */
export function hintsOf(method: Method): ToolHints {
  const isReadOnly = method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
  return {
    isReadOnly: isReadOnly ? true : method === 'POST' ? null : false,
    isDestructive: isReadOnly ? false : method === 'DELETE' ? true : null,
    isIdempotent: isReadOnly || method === 'PUT' || method === 'DELETE' ? true : null,
  }
}

/** The schema of a successful response: the first of 2xx that has content. */
function outputOf(document: ApiDocument, { definition }: Operation): JsonSchema {
  const responses = entriesOf(definition.responses)
    .filter(([status]) => /^2/.test(status) || status === 'default')
    .sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [, value] of responses) {
    const contents = entriesOf(memberOf(resolve(document, value), 'content'))
    const json = contents.find(([type]) => /json/i.test(type)) ?? contents.find(([type]) => type === '*/*')
    if (json) return withDefinitions(document, memberOf(json[1], 'schema'))
    if (contents.some(([type]) => /^text\/|xml/i.test(type))) return { type: 'string' }
    if (contents.length > 0) return fileResponse
  }
  return {}
}

function withDefinitions(document: ApiDocument, schema: unknown): JsonSchema {
  const copy = createSchemaCopy(document, 'output', outputBudget)
  const copied = copy.copy(schema ?? {})
  const definitions = copy.definitions()
  return Object.keys(definitions).length > 0 ? { ...copied, $defs: definitions } : copied
}

/** How binary content is returned: stored as a file. */
const fileResponse: JsonSchema = {
  type: 'object',
  properties: {
    fileId: { type: 'string' },
    name: { type: 'string' },
    mimeType: { type: 'string' },
    sizeBytes: { type: 'integer' },
  },
}
