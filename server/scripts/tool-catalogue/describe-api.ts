import { categoriesOf } from './categories.ts'
import { cleanDocument, methods } from './clean-document.ts'
import { famous } from './famous.ts'
import { isObject, type JsonObject, listOr, objectOr } from './json.ts'
import { plainText } from './prose.ts'
import { retainedRequirements, securityOf, type TokenUrls } from './security.ts'
import { serverOf } from './servers.ts'

/** One API of the collection, ready to be shipped: its document, and what is known beside it. */
export type DescribedApi = {
  slug: string
  document: JsonObject
  name: string
  description: string
  version: string
  categories: readonly string[]
  logo: string | null
  popularityScore: number
  currentUserPath: string | null
  /** Where a newer description can be had, in a form that can be read here. */
  originUrl: string | null
}

/** Null when it describes nothing that can be called. */
export function describeApi(
  id: string,
  slug: string,
  source: JsonObject,
  tokenUrls: TokenUrls,
): DescribedApi | null {
  const known = famous[id]
  const info = objectOr(source.info)
  const security = securityOf(id, source, known, tokenUrls)
  const { paths, components } = cleanDocument(source, security.isCredential)
  const operations = Object.entries(objectOr(paths)).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = objectOr(item)[method]
      return isObject(operation) ? [{ path, method, operation }] : []
    }),
  )
  if (operations.length === 0) return null
  const names = Object.keys(security.schemes)
  const taken = new Set<string>()
  for (const { path, method, operation } of operations) {
    operation.operationId = operationName(
      operation.operationId ?? `${method} ${path}`,
      slug,
      method,
      path,
      taken,
    )
    tidySecurity(operation, names, known?.schemes !== undefined)
    for (const parameter of listOr(operation.parameters).map(objectOr)) setDefault(parameter, known?.defaults)
  }
  const name = known?.name ?? titleOf(info.title, slug)
  const description = plainText(info.description, 300)
  const version = versionOf(info.version)
  return {
    slug,
    name,
    description: description === '' ? `API operations of ${name}.` : description,
    version,
    categories: known?.categories ?? categoriesOf(id, info['x-apisguru-categories']),
    logo: logoOf(info['x-logo']),
    popularityScore: known?.popularity ?? Math.min(10, Math.round(Math.log2(operations.length + 1))),
    currentUserPath: known?.currentUserPath ?? null,
    originUrl: originUrlOf(info['x-origin']),
    document: {
      openapi: '3.1.0',
      info: { title: name, version },
      servers: [known?.server ?? serverOf(source)],
      ...(security.requirements === null || security.requirements.length === 0
        ? {}
        : { security: security.requirements }),
      paths,
      components: {
        ...objectOr(components),
        ...(names.length === 0 ? {} : { securitySchemes: security.schemes }),
      },
    },
  }
}

const snakeCase = (text: string): string =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')

/** Names of operations in one form, each once. The toolkit's own name in front of each says nothing. */
function operationName(
  input: unknown,
  slug: string,
  method: string,
  path: string,
  taken: Set<string>,
): string {
  const whole = snakeCase(String(input))
  const prefixes = [snakeCase(slug), ...slug.split('-')].map((part) => `${part}_`)
  const prefix = prefixes.find((each) => whole.startsWith(each) && whole.length > each.length + 2)
  const bare = prefix === undefined ? whole : whole.slice(prefix.length)
  const candidates = [bare, whole, snakeCase(`${method} ${path}`)].filter((name) => name !== '')
  let name = candidates.find((each) => !taken.has(each)) ?? candidates[0]!
  for (let again = 2; taken.has(name); again++) name = `${candidates[0]}_${again}`
  taken.add(name)
  return name
}

function tidySecurity(operation: JsonObject, names: readonly string[], isReplaced: boolean): void {
  if (!Array.isArray(operation.security)) return
  const isOpen = operation.security.length === 0
  const stored = retainedRequirements(operation.security, names)
  if (isOpen) return
  if (isReplaced || stored.length === 0) delete operation.security
  else operation.security = stored
}

function setDefault(parameter: JsonObject, defaults: { [name: string]: string } | undefined): void {
  const value = defaults?.[String(parameter.name)]
  if (value === undefined) return
  parameter.schema = { ...objectOr(parameter.schema), default: value }
  delete parameter.required
}

function titleOf(title: unknown, slug: string): string {
  const text = plainText(title, 80).replace(/^the\s+/i, '')
  return text === '' ? slug : text
}

/** Dates that were read as such somewhere on the way have lost their original text. */
function versionOf(version: unknown): string {
  const text = plainText(version, 50)
  return text === '' || /GMT|\(Coordinated/.test(text) ? '1' : text
}

function logoOf(logo: unknown): string | null {
  const { url } = objectOr(logo)
  return typeof url === 'string' && /^https:\/\//.test(url) && url.length <= 300 && !/twitter\.com/.test(url)
    ? url
    : null
}

function originUrlOf(origins: unknown): string | null {
  const origin = listOr(origins)
    .map(objectOr)
    .find(({ format }) => format === 'openapi' || format === 'swagger')
  return typeof origin?.url === 'string' && /^https?:\/\//.test(origin.url) ? origin.url : null
}
