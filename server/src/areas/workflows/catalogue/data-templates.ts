import { chain, number, objectOf, template, text } from './template.ts'

export const csvReport = template({
  slug: 'csv-report',
  name: 'CSV report',
  description: 'Parses CSV text, adds up a column per group and writes the totals as CSV.',
  category: 'data',
  exampleInput: { csv: 'region,amount\nnorth,10\nsouth,5\nnorth,7\n' },
  graph: {
    inputSchema: objectOf({ csv: text }),
    nodes: [
      { id: 'start', type: 'start' },
      {
        id: 'parse',
        type: 'action',
        name: 'Parse',
        toolSlug: 'csv_parse',
        inputMapping: { text: '{{ input.csv }}' },
      },
      {
        id: 'totals',
        type: 'set',
        name: 'Totals per region',
        values: {
          rows: '{{ nodes.parse.output.rows.groupBy(row => row.region).entries().map(e => ({region: e[0], amount: e[1].map(row => row.amount).sum()})) }}',
        },
      },
      {
        id: 'write',
        type: 'action',
        name: 'Write CSV',
        toolSlug: 'csv_write',
        inputMapping: { rows: '{{ nodes.totals.output.rows }}' },
      },
      {
        id: 'end',
        type: 'end',
        output: { rows: '{{ nodes.totals.output.rows }}', csv: '{{ nodes.write.output.text }}' },
      },
    ],
    edges: chain('start', 'parse', 'totals', 'write', 'end'),
  },
})

export const statistics = template({
  slug: 'outlier-check',
  name: 'Outlier check',
  description: 'Computes statistics of a list of numbers and lists the values far from the mean.',
  category: 'data',
  exampleInput: { values: [10, 11, 9, 10, 42] },
  graph: {
    inputSchema: objectOf({ values: { type: 'array', items: number, minItems: 1 } }),
    nodes: [
      { id: 'start', type: 'start' },
      {
        id: 'stats',
        type: 'action',
        name: 'Statistics',
        toolSlug: 'math_statistics',
        inputMapping: { values: '{{ input.values }}' },
      },
      {
        id: 'outliers',
        type: 'set',
        name: 'Find outliers',
        values: {
          mean: '{{ nodes.stats.output.mean }}',
          outliers:
            '{{ input.values.filter(v => Math.abs(v - nodes.stats.output.mean) > 1.5 * nodes.stats.output.standardDeviation) }}',
        },
      },
      { id: 'end', type: 'end' },
    ],
    edges: chain('start', 'stats', 'outliers', 'end'),
  },
})

export const extractContacts = template({
  slug: 'extract-contacts',
  name: 'Extract contacts',
  description: 'Finds e-mail addresses and URLs in a text, both at the same time.',
  category: 'data',
  exampleInput: { text: 'Write to ada@example.com or see https://example.com/about today.' },
  graph: {
    inputSchema: objectOf({ text }),
    nodes: [
      { id: 'start', type: 'start' },
      {
        id: 'emails',
        type: 'action',
        name: 'E-mail addresses',
        toolSlug: 'text_extract',
        inputMapping: { text: '{{ input.text }}', what: 'emails' },
      },
      {
        id: 'urls',
        type: 'action',
        name: 'URLs',
        toolSlug: 'text_extract',
        inputMapping: { text: '{{ input.text }}', what: 'urls' },
      },
      { id: 'both', type: 'join', name: 'Both' },
      {
        id: 'end',
        type: 'end',
        output: { emails: '{{ nodes.emails.output.found }}', urls: '{{ nodes.urls.output.found }}' },
      },
    ],
    edges: [...chain('start', 'emails', 'both', 'end'), ...chain('start', 'urls', 'both')],
  },
})

export const transformItems = template({
  slug: 'transform-items',
  name: 'Transform a list with code',
  description: 'Runs a script in the sandbox for a whole list and returns its result.',
  category: 'data',
  exampleInput: { items: [{ price: 10 }, { price: 20 }] },
  graph: {
    inputSchema: objectOf({ items: { type: 'array', items: objectOf({ price: number }) } }),
    nodes: [
      { id: 'start', type: 'start' },
      {
        id: 'transform',
        type: 'code',
        name: 'Add tax',
        language: 'javascript',
        inputMapping: { items: '{{ input.items }}' },
        code: 'return state.items.map((item) => ({ ...item, gross: Math.round(item.price * 119) / 100 }))',
      },
      { id: 'end', type: 'end', output: { items: '{{ nodes.transform.output }}' } },
    ],
    edges: chain('start', 'transform', 'end'),
  },
})
