import { sizeOf } from '../../size.ts'
import type { Attack } from '../attack.ts'
import type { Target } from '../target.ts'

const tool = (id: string, what: string, slug: string, args: object, isLong = false): Attack => ({
  id,
  what,
  play: async (target: Target) => [await target.executeTool(slug, args)],
  expects: [200, 422],
  ...(isLong ? { isLong } : {}),
})

// Takes the square of it: the longer text keeps a thread busy for seconds.
const letters = 'a'.repeat(sizeOf({ short: 4_000, long: 20_000 }))
const rows = sizeOf({ short: 40_000, long: 120_000 })
const patterns = sizeOf({ short: 400, long: 900 })
const quadratic = '(?:a*b)|a'
const nested = (depth: number, leaf: unknown): unknown =>
  depth === 0 ? leaf : { a: nested(depth - 1, leaf) }
const many = <T>(length: number, each: (i: number) => T): T[] => Array.from({ length }, (_, i) => each(i))

/** Tools and schemas that make a small request into a large computation. */
export const computeAttacks: readonly Attack[] = [
  tool(
    'C01',
    'regex_replace with a pattern that goes over the rest of the text at every letter',
    'regex_replace',
    {
      text: letters,
      pattern: quadratic,
      replacement: 'x',
    },
  ),
  tool('C02', 'regex_find with the same', 'regex_find', { text: letters, pattern: quadratic, limit: 10_000 }),
  tool('C03', 'regex_split with the same', 'regex_split', { text: letters, pattern: quadratic }),
  tool('C04', 'regex_test with many states', 'regex_test', {
    text: 'a'.repeat(50_000),
    pattern: '.{0,400}.{0,400}x',
  }),
  tool('C05', 'json_validate of many objects that must differ', 'json_validate', {
    value: many(20_000, (i) => ({ a: i, b: 1 })),
    schema: { type: 'array', uniqueItems: true },
  }),
  tool('C06', 'json_validate with references that double on every level', 'json_validate', {
    value: {},
    schema: {
      $ref: '#/$defs/l0',
      $defs: {
        ...Object.fromEntries(
          many(30, (i) => [`l${i}`, { allOf: [1, 2].map(() => ({ $ref: `#/$defs/l${i + 1}` })) }]),
        ),
        l30: { type: 'object' },
      },
    },
  }),
  tool('C07', `json_validate with a schema of ${patterns} patterns`, 'json_validate', {
    value: {},
    schema: {
      properties: Object.fromEntries(many(patterns, (i) => [`p${i}`, { pattern: `(a{1,50}b?){1,9}${i}` }])),
    },
  }),
  tool('C08', 'json_diff of two deep documents', 'json_diff', {
    before: nested(
      50,
      many(20_000, (i) => i),
    ),
    after: nested(
      50,
      many(20_000, (i) => i + 1),
    ),
  }),
  tool('C09', 'json_flatten of many values', 'json_flatten', { document: many(60_000, (i) => [i]) }),
  tool('C10', 'csv_parse of many small cells', 'csv_parse', {
    text: `a,b\n${'1,2\n'.repeat(rows)}`,
  }),
  tool('C11', 'markdown_html_to_text of many open scripts', 'markdown_html_to_text', {
    html: '<script></script>'.repeat(29_000),
  }),
  tool('C12', 'markdown_to_html of one long line of marks', 'markdown_to_html', {
    markdown: '*a **b [c](d '.repeat(38_000),
  }),
  tool('C13', 'text_fill_template that grows to megabytes', 'text_fill_template', {
    template: '{{a}}'.repeat(90_000),
    values: { a: 'x'.repeat(100) },
  }),
  tool('C14', 'text_compare of two long texts', 'text_compare', {
    a: many(120_000, (i) => String.fromCharCode(33 + (i % 5000))).join(''),
    b: many(120_000, (i) => String.fromCharCode(33 + ((i * 7) % 5000))).join(''),
  }),
  tool('C15', 'json_select that sorts many items', 'json_select', {
    items: many(50_000, (i) => ({ n: (i * 7919) % 50_000 })),
    sortBy: 'n',
  }),
  {
    id: 'C16',
    what: 'a tool whose schema takes long to compile',
    play: async (target) => [
      await target.post('/api/v1/tools', {
        name: 'Large schema',
        description: 'Has a schema of nearly as many parts as there may be.',
        toolkitSlug: 'attack',
        slug: `attack_large_${Date.now().toString(36)}`,
        inputParameters: {
          type: 'object',
          properties: Object.fromEntries(
            many(600, (i) => [`p${i}`, { type: 'string', pattern: `^[a-z]{1,${(i % 90) + 2}}$` }]),
          ),
        },
      }),
    ],
    expects: [200],
  },
]
