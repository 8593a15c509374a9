import type { JsonSchema, ToolkitEntry } from '../../toolkits/index.ts'
import { openDocument } from '../document/open-document.ts'
import { listOperations } from '../document/operation.ts'
import { toApiDocument } from '../document/read-document.ts'
import type { CatalogueFiles, ShippedToolkit } from './catalogue-files.ts'
import { toRow } from './catalogue-format.ts'

type Node = { readonly [key: string]: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const numberOr = (value: unknown, other: number): number => (typeof value === 'number' ? value : other)

const formats: { [format: string]: string } = {
  'date-time': '2024-01-02T03:04:05Z',
  date: '2024-01-02',
  time: '03:04:05Z',
  uuid: '0b5b8a7e-6d2f-4c1a-9a51-0c7d5a3c1e10',
  email: 'someone@example.com',
  uri: 'https://example.com/a',
  url: 'https://example.com/a',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  byte: 'aGVsbG8=',
  binary: 'data:text/plain,hello',
}

/** Values that a schema takes: what is required and nothing else, lists of one, the same on every day. */
export function sampleFor(schema: JsonSchema): unknown {
  const sample = (input: unknown, depth: number): unknown => {
    if (!isNode(input)) return 'x'
    if (typeof input.$ref === 'string')
      return sample((schema.$defs as Node | undefined)?.[input.$ref.replace('#/$defs/', '')], depth + 1)
    const node = merged(input, schema)
    if ('const' in node) return node.const
    if (Array.isArray(node.enum)) return node.enum[0]
    if ('default' in node && depth > 0) return node.default
    const [choice] = [...listOf(node.oneOf), ...listOf(node.anyOf)]
    if (choice !== undefined && node.properties === undefined) return sample(choice, depth + 1)
    const type = Array.isArray(node.type) ? node.type.find((each) => each !== 'null') : node.type
    if (type === 'object' || (type === undefined && isNode(node.properties)))
      return objectFor(node, depth, sample)
    if (type === 'array')
      return Array.from({ length: Math.min(3, Math.max(1, numberOr(node.minItems, 1))) }, () =>
        sample(node.items, depth + 1),
      )
    if (type === 'integer' || type === 'number') return numberFor(node)
    if (type === 'boolean') return true
    return type === 'null' ? null : textFor(node)
  }
  return sample(schema, 0)
}

/** The parts of `allOf` laid over one another. */
function merged(node: Node, root: JsonSchema): Node {
  const parts = listOf(node.allOf)
  if (parts.length === 0) return node
  const { allOf: _, ...own } = node
  let whole: Node = own
  for (const part of parts.filter(isNode)) {
    const target =
      typeof part.$ref === 'string' ? (root.$defs as Node)?.[part.$ref.replace('#/$defs/', '')] : part
    const next = isNode(target) ? merged(target, root) : {}
    whole = {
      ...next,
      ...whole,
      properties: together(next.properties, whole.properties),
      required: [...listOf(next.required), ...listOf(whole.required)],
    }
  }
  return whole
}

/** What both parts speak of has to fit both. */
function together(left: unknown, right: unknown): Node {
  const [first, second] = [isNode(left) ? left : {}, isNode(right) ? right : {}]
  const shared = Object.keys(first).filter((name) => name in second)
  const both = shared.map((name) => [name, { allOf: [second[name], first[name]] }])
  return { ...first, ...second, ...Object.fromEntries(both) }
}

function objectFor(node: Node, depth: number, sample: (schema: unknown, depth: number) => unknown): Node {
  if (depth > 12) return {}
  const properties = isNode(node.properties) ? node.properties : {}
  const required = [...new Set(listOf(node.required) as string[])]
  // A form cannot carry an object with nothing in it.
  const names = required.length > 0 || depth === 0 ? required : Object.keys(properties).slice(0, 1)
  return Object.fromEntries(names.map((name) => [name, sample(properties[name] ?? {}, depth + 1)]))
}

function numberFor(node: Node): number {
  const step = numberOr(node.multipleOf, 1)
  const least = numberOr(
    node.minimum,
    numberOr(node.exclusiveMinimum, 0) + (node.exclusiveMinimum === undefined ? 1 : step),
  )
  const value = Math.ceil(least / step) * step
  return Math.min(value, numberOr(node.maximum, value))
}

function textFor(node: Node): string {
  const known = formats[String(node.format)]
  if (known !== undefined) return known
  const pattern = typeof node.pattern === 'string' ? node.pattern : ''
  const [, prefix, digits] = /^\^([A-Z]*)\[0-9a-fA-F\]\{(\d+)\}\$$/.exec(pattern) ?? []
  if (digits !== undefined) return `${prefix}${'0'.repeat(Number(digits))}`
  const candidates = [
    'x',
    '1',
    'a1',
    'AA',
    'USD',
    '2024-01-02',
    'abc123',
    'https://example.com/a',
    '0'.repeat(24),
    '12345',
    'a'.repeat(10),
    'A1b2C3d4',
    '1234567890123456789',
    '0'.repeat(40),
    '0'.repeat(64),
    'refs/heads/main',
    `SM${'0'.repeat(32)}`,
    'after:1',
    '1.00',
    'ssh-rsa AAAA',
  ]
  const least = numberOr(node.minLength, 0)
  const fitting = candidates.find((each) => {
    return (
      each.length >= least &&
      each.length <= numberOr(node.maxLength, 1000) &&
      new RegExp(pattern, 'u').test(each)
    )
  })
  return fitting ?? 'x'.repeat(Math.max(1, least))
}

const nowhere = { at: 0, bytes: 0, opened: 1 }

/** A shipped catalogue of one API, made of a description and of where that is published.  */
export function catalogueOf(slug: string, description: object, originUrl: string): CatalogueFiles {
  const document = toApiDocument(JSON.parse(JSON.stringify(description)))
  const { version } = document.info as { version: string }
  const opened = openDocument(document, { toolkitSlug: slug, version })
  const entry: ToolkitEntry = {
    slug,
    name: opened.title,
    description: opened.description,
    provider: 'OPENAPI',
    logo: null,
    categories: ['crm'],
    authSchemes: opened.authSchemes,
    noAuth: opened.authSchemes.length === 0,
    baseUrl: opened.baseUrl,
    currentUserPath: null,
    version: opened.apiVersion,
    triggerCount: 0,
    toolCount: opened.operations().length,
    popularityScore: 7,
    describedAt: '2023-04-01T00:00:00.000Z',
    originUrl,
  }
  const toolkit: ShippedToolkit = { entry, document: nowhere, tools: nowhere }
  const operations = new Map(listOperations(document, slug).map((each) => [each.slug, each]))
  return {
    toolkits: async () => ({
      source: 'a test',
      describedAt: '2023-04-01T00:00:00.000Z',
      dictionary: { documents: 0, tools: 0 },
      bySlug: new Map([[slug, toolkit]]),
    }),
    document: async () => Buffer.from(JSON.stringify(document)),
    toolRows: async () =>
      Buffer.from(JSON.stringify(opened.operations().map((tool) => toRow(tool, operations.get(tool.slug)!)))),
    searchIndex: async () => Buffer.alloc(0),
    close: async () => undefined,
  }
}
