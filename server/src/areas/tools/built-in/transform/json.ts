import { isDeepStrictEqual } from 'node:util'
import { diffJson } from '../../../../kernel/json/json-diff.ts'
import type { JsonSchemas } from '../../../../kernel/json-schema/json-schemas.ts'
import {
  anything,
  type BuiltInToolkit,
  choice,
  flag,
  integer,
  invalid,
  list,
  record,
  refuseHuge,
  result,
  shape,
  text,
  tool,
} from '../tool.ts'
import { merged, stepsOf, valueAt, withValue } from './json-path.ts'

const jsonPath = text(
  'A JSON pointer such as /items/0/name, or a path such as items[0].name; empty for the whole.',
  { maxLength: 2000 },
)
const maxFlat = 20_000

function flattened(value: unknown): Record<string, unknown> {
  const flat: [string, unknown][] = []
  let length = 0
  const walk = (each: unknown, path: string, depth: number): void => {
    if (flat.length > maxFlat)
      throw invalid(`A document of more than ${maxFlat} values is too large for this.`)
    const isOpen = typeof each === 'object' && each !== null && Object.keys(each).length > 0 && depth < 100
    if (!isOpen) {
      length += path.length
      refuseHuge(length)
      flat.push([path, each])
    } else
      for (const [key, inner] of Object.entries(each))
        walk(inner, path === '' ? key : `${path}.${key}`, depth + 1)
  }
  walk(value, '', 0)
  return Object.fromEntries(flat)
}

type Condition = { field: string; is: string; value?: unknown }
const comparisons: Record<string, (found: unknown, expected: unknown) => boolean> = {
  equal: (found, expected) => isDeepStrictEqual(found, expected),
  not_equal: (found, expected) => !isDeepStrictEqual(found, expected),
  greater: (found, expected) => typeof found === typeof expected && (found as number) > (expected as number),
  less: (found, expected) => typeof found === typeof expected && (found as number) < (expected as number),
  contains: (found, expected) =>
    Array.isArray(found)
      ? found.includes(expected)
      : typeof found === 'string' && found.toLowerCase().includes(String(expected).toLowerCase()),
  in: (found, expected) => Array.isArray(expected) && expected.includes(found),
  exists: (found) => found !== undefined && found !== null,
  missing: (found) => found === undefined || found === null,
}

function byField(field: string, isDescending: boolean) {
  const steps = stepsOf(field)
  const sign = isDescending ? -1 : 1
  return (a: unknown, b: unknown): number => {
    const [left, right] = [valueAt(a, steps), valueAt(b, steps)] as [never, never]
    if (left === right) return 0
    if (left === undefined || left === null) return 1
    if (right === undefined || right === null) return -1
    return left < right ? -sign : sign
  }
}

type SelectArgs = {
  items: unknown[]
  where: Condition[]
  sortBy?: string
  descending: boolean
  fields?: string[]
  limit: number
}

function selected({ items, where, sortBy, descending, fields, limit }: SelectArgs) {
  const tests = where.map(({ field, is, value }) => ({
    steps: stepsOf(field),
    holds: comparisons[is]!,
    value,
  }))
  const found = items.filter((item) =>
    tests.every(({ steps, holds, value }) => holds(valueAt(item, steps), value)),
  )
  const sorted = sortBy === undefined ? found : found.toSorted(byField(sortBy, descending))
  const picked = fields?.map((field) => [field, stepsOf(field)] as const)
  return {
    items: sorted
      .slice(0, limit)
      .map((item) =>
        picked
          ? Object.fromEntries(picked.map(([name, steps]) => [name, valueAt(item, steps) ?? null]))
          : item,
      ),
    total: found.length,
  }
}

export const createJsonToolkit = ({ schemas }: { schemas: JsonSchemas }): BuiltInToolkit => ({
  slug: 'json',
  name: 'JSON',
  description: 'Reads, changes, merges, compares, filters and checks JSON documents.',
  category: 'developer-tools-&-devops',
  tools: [
    tool<{ text: string }>({
      operation: 'parse',
      name: 'Parse JSON',
      description:
        'Reads a text as JSON. Fences of Markdown around it are taken off, as models like to add them.',
      input: shape({ text: text('The text.') }),
      output: result({ value: anything('The value.') }),
      effect: 'compute',
      isImportant: true,
      example: { arguments: { text: '```json\n{"a": 1}\n```' }, result: { value: { a: 1 } } },
      run: ({ text: content }) => {
        try {
          return {
            value: JSON.parse(
              content
                .trim()
                .replace(/^```[a-z]*\n/i, '')
                .replace(/\n?```$/, ''),
            ) as unknown,
          }
        } catch (error) {
          throw invalid(`The text is not JSON: ${(error as Error).message.slice(0, 200)}`)
        }
      },
    }),
    tool<{ value: unknown; indent: number }>({
      operation: 'stringify',
      name: 'Write JSON',
      description: 'Writes a value as JSON text, on one line or indented.',
      input: shape({
        value: anything('The value.'),
        'indent?': integer('Blanks per level.', { default: 0, minimum: 0, maximum: 8 }),
      }),
      output: result({ text: text('The JSON.') }),
      effect: 'compute',
      example: { arguments: { value: { a: [1] } }, result: { text: '{"a":[1]}' } },
      run: ({ value, indent }) => ({ text: JSON.stringify(value, null, indent) }),
    }),
    tool<{ document: unknown; path: string; fallback?: unknown }>({
      operation: 'get',
      name: 'Get a value',
      description: 'Reads one value out of a document by its place.',
      input: shape({
        document: anything('The document.'),
        path: jsonPath,
        'fallback?': anything('What to give when there is nothing.'),
      }),
      output: result({ value: anything('The value, or null.'), isFound: flag('Whether there was one.') }),
      effect: 'compute',
      isImportant: true,
      example: {
        arguments: { document: { a: [{ b: 2 }] }, path: 'a[0].b' },
        result: { value: 2, isFound: true },
      },
      run: ({ document, path, fallback }) => {
        const value = valueAt(document, stepsOf(path))
        return { value: value ?? fallback ?? null, isFound: value !== undefined }
      },
    }),
    tool<{ document: unknown; path: string; value: unknown }>({
      operation: 'set',
      name: 'Set a value',
      description:
        'Gives a copy of a document with one value put at a place; objects on the way are made. /list/- appends.',
      input: shape({ document: anything('The document.'), path: jsonPath, value: anything('The value.') }),
      output: result({ document: anything('The changed copy.') }),
      effect: 'compute',
      example: {
        arguments: { document: { a: [1] }, path: '/a/-', value: 2 },
        result: { document: { a: [1, 2] } },
      },
      run: ({ document, path, value }) => ({ document: withValue(document, stepsOf(path), value) }),
    }),
    tool<{ document: unknown; path: string }>({
      operation: 'remove',
      name: 'Remove a value',
      description: 'Returns a copy of a document without the value at a path.',
      input: shape({ document: anything('The document.'), path: { ...jsonPath, minLength: 1 } }),
      output: result({ document: anything('The changed copy.') }),
      effect: 'compute',
      example: { arguments: { document: { a: 1, b: 2 }, path: 'b' }, result: { document: { a: 1 } } },
      run: ({ document, path }) => {
        const steps = stepsOf(path)
        return {
          document: valueAt(document, steps) === undefined ? document : withValue(document, steps, undefined),
        }
      },
    }),
    tool<{ documents: unknown[] }>({
      operation: 'merge',
      name: 'Merge documents',
      description:
        'Merges documents from left to right: objects key by key, anything else replaced, null removes a key.',
      input: shape({ documents: list('The documents, later ones win.', {}, { minItems: 1, maxItems: 100 }) }),
      output: result({ document: anything('The merged document.') }),
      effect: 'compute',
      example: {
        arguments: { documents: [{ a: { x: 1, y: 2 } }, { a: { y: null, z: 3 } }] },
        result: { document: { a: { x: 1, z: 3 } } },
      },
      run: ({ documents }) => ({ document: documents.reduce((into, change) => merged(into, change)) }),
    }),
    tool<{ before: unknown; after: unknown }>({
      operation: 'diff',
      name: 'Compare documents',
      description:
        'Lists what is different between two documents: what was added, removed, changed or became of another type.',
      input: shape({ before: anything('The earlier document.'), after: anything('The later document.') }),
      output: result({
        isEqual: flag('Whether nothing is different.'),
        changes: list('The differences.', record('path, kind, before and after.')),
      }),
      effect: 'compute',
      example: {
        arguments: { before: { a: 1 }, after: { a: 2 } },
        result: { isEqual: false, changes: [{ path: '/a', kind: 'changed', before: 1, after: 2 }] },
      },
      run: ({ before, after }) => {
        const changes = diffJson(before, after)
        return { isEqual: changes.length === 0, changes }
      },
    }),
    tool<{ document: unknown }>({
      operation: 'flatten',
      name: 'Flatten a document',
      description: 'Flattens a nested document into one level of keys such as user.name or items.0.id.',
      input: shape({ document: anything('The document.') }),
      output: result({ values: record('The values by their path.') }),
      effect: 'compute',
      example: {
        arguments: { document: { a: { b: [1, 2] } } },
        result: { values: { 'a.b.0': 1, 'a.b.1': 2 } },
      },
      run: ({ document }) => ({ values: flattened(document) }),
    }),
    tool<SelectArgs>({
      operation: 'select',
      name: 'Filter and sort a list',
      description:
        'Filters items of a list by conditions, sorts them, selects fields and limits their number.',
      input: shape({
        items: list('The list.'),
        'where?': list(
          'All of these must hold.',
          shape({
            field: jsonPath,
            is: choice('The comparison.', Object.keys(comparisons)),
            'value?': anything('What to compare with.'),
          }),
          { default: [], maxItems: 20 },
        ),
        'sortBy?': jsonPath,
        'descending?': flag('Largest first.', { default: false }),
        'fields?': list('Only these places of each item.', jsonPath, { maxItems: 50 }),
        'limit?': integer('At most so many.', { default: 1000, minimum: 1, maximum: 50_000 }),
      }),
      output: result({ items: list('The picked items.'), total: integer('How many fulfil the conditions.') }),
      effect: 'compute',
      example: {
        arguments: {
          items: [{ n: 1 }, { n: 3 }, { n: 2 }],
          where: [{ field: 'n', is: 'greater', value: 1 }],
          sortBy: 'n',
        },
        result: { items: [{ n: 2 }, { n: 3 }], total: 2 },
      },
      run: selected,
    }),
    tool<{ value: unknown; schema: Record<string, unknown> }>({
      operation: 'validate',
      name: 'Check against a schema',
      description: 'Checks a value against a JSON Schema and lists every fault.',
      input: shape({ value: anything('The value.'), schema: record('The JSON Schema (draft 2020-12).') }),
      output: result({
        isValid: flag('Whether it fits.'),
        faults: list('What does not fit.', record('path, rule and message.')),
      }),
      effect: 'compute',
      example: {
        arguments: { value: { a: 'x' }, schema: { properties: { a: { type: 'integer' } } } },
        result: { isValid: false, faults: [{ path: 'a', rule: 'type', message: 'must be integer' }] },
      },
      run: ({ value, schema }) => {
        const bad = schemas.faultsOf(schema)
        if (bad.length > 0) throw invalid(`The schema cannot be used: ${bad[0]!.path} ${bad[0]!.message}`)
        const { faults } = schemas.compile(schema).check(value)
        return { isValid: faults.length === 0, faults }
      },
    }),
  ],
})
