import { distinctSlugOf, toolSlugOf } from '../../../kernel/text/tool-slug.ts'
import type { ApiDocument } from './api-document.ts'
import type { Json } from './clean-tree.ts'
import { entriesOf, isJson, listOf, memberOf, resolve, textOf } from './pointer.ts'

export const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options'] as const
export type Method = Uppercase<(typeof methods)[number]>

/** One operation of an API, as it is in the description. */
export type Operation = {
  readonly slug: string
  readonly method: Method
  readonly path: string
  readonly definition: Json
  /** Those of its path and its own, which count where both speak of the same. */
  readonly parameters: readonly Json[]
  readonly requestBody: Json | null
  readonly servers: unknown
}

/** Which operations are wanted: by id, tag, slug, `GET /path` or a pattern with `*` over any of these. */
export type OperationSelection = {
  readonly include?: readonly string[] | undefined
  readonly exclude?: readonly string[] | undefined
}

type Found = Omit<Operation, 'slug'> & { name: string; plain: string }

/** All operations with their slugs. Those that would share one are distinguished by their path. */
export function listOperations(
  document: ApiDocument,
  toolkitSlug: string,
  selection: OperationSelection = {},
): Operation[] {
  const found = entriesOf(document.paths)
    .filter(([path]) => path.startsWith('/'))
    .flatMap(([path, item]) => operationsAt(document, toolkitSlug, path, resolve(document, item)))
  const uses = new Map<string, number>()
  for (const { plain } of found) uses.set(plain, (uses.get(plain) ?? 0) + 1)
  const seen = new Set<string>()
  return found
    .map(({ name, plain, ...operation }) => ({
      ...operation,
      slug:
        uses.get(plain) === 1
          ? plain
          : distinctSlugOf(toolkitSlug, name, `${operation.method} ${operation.path}`),
    }))
    .filter(({ slug }) => !seen.has(slug) && seen.add(slug))
    .filter(selectorOf(selection))
}

/** The document with these operations alone, so that opening it costs what it gives. */
export function withOperations(document: ApiDocument, operations: readonly Operation[]): ApiDocument {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { path, method, definition } of operations) {
    const item = resolve(document, memberOf(document.paths, path))
    paths[path] ??= Object.fromEntries(
      Object.entries(item ?? {}).filter(
        ([key]) => !(methods as readonly string[]).includes(key) && key !== 'trace',
      ),
    )
    paths[path][method.toLowerCase()] = definition
  }
  return { ...document, paths }
}

function operationsAt(document: ApiDocument, toolkitSlug: string, path: string, item: Json | null): Found[] {
  if (!item) return []
  return methods.flatMap((key) => {
    const definition = memberOf(item, key)
    if (!isJson(definition)) return []
    const method = key.toUpperCase() as Method
    const name = textOf(definition.operationId) || `${key} ${path}`
    const { parameters, body } = parametersOf(document, path, item, definition)
    return [
      {
        name,
        plain: toolSlugOf(toolkitSlug, name),
        method,
        path,
        definition,
        parameters,
        requestBody: resolve(document, definition.requestBody) ?? body,
        servers: memberOf(definition, 'servers') ?? memberOf(item, 'servers'),
      },
    ]
  })
}

function parametersOf(document: ApiDocument, path: string, item: Json, definition: Json) {
  const byLocation = new Map<string, Json>()
  let body: Json | null = null
  for (const parameterOrRef of [...listOf(item.parameters), ...listOf(definition.parameters)]) {
    const parameter = resolve(document, parameterOrRef)
    if (!parameter) continue
    // What was a parameter of the body in Swagger 2 refers to a whole body once it is brought to the new form.
    if (memberOf(parameter, 'in') === undefined && isJson(parameter.content)) body = parameter
    else if (textOf(parameter.name) !== '')
      byLocation.set(`${textOf(parameter.in)} ${textOf(parameter.name)}`, parameter)
  }
  // A place in the path that no one describes still has to be filled.
  for (const [, name] of path.matchAll(/\{([^{}]+)\}/g))
    if (!byLocation.has(`path ${name}`))
      byLocation.set(`path ${name}`, { in: 'path', name, schema: { type: 'string' } })
  return { parameters: [...byLocation.values()], body }
}

function selectorOf({ include = [], exclude = [] }: OperationSelection): (operation: Operation) => boolean {
  const [target, excluded] = [include.map(matcherOf), exclude.map(matcherOf)]
  return (operation) => {
    const names = [
      operation.slug,
      textOf(operation.definition.operationId),
      `${operation.method} ${operation.path}`,
      operation.path,
      ...listOf(operation.definition.tags).map(textOf),
    ]
    const matches = (matchers: readonly ((name: string) => boolean)[]) =>
      matchers.some((matcher) => names.some(matcher))
    return (target.length === 0 || matches(target)) && !matches(excluded)
  }
}

/** A star matches anything. Without a regular expression, which a pattern of many stars could stall. */
function matcherOf(pattern: string): (name: string) => boolean {
  const parts = pattern.toLowerCase().split('*')
  const [first = '', last = ''] = [parts[0], parts.at(-1)]
  if (parts.length === 1) return (name) => name.toLowerCase() === first
  return (text) => {
    const name = text.toLowerCase()
    if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length)
      return false
    let from = first.length
    for (const part of parts.slice(1, -1)) {
      const at = name.indexOf(part, from)
      if (at < 0) return false
      from = at + part.length
    }
    return from <= name.length - last.length
  }
}
