import { chain, objectOf, template, text } from './template.ts'

export const summarize = template({
  slug: 'summarize-text',
  name: 'Summarize a text',
  description: 'Asks a model for a summary and counts the words of both texts.',
  category: 'content',
  exampleInput: { text: 'Stoa runs agents, workflows, tools and integrations on one server.' },
  graph: {
    inputSchema: objectOf({ text }),
    nodes: [
      { id: 'start', type: 'start' },
      {
        id: 'summary',
        type: 'llm',
        name: 'Summarize',
        model: 'local/demo',
        system: 'You write short summaries.',
        prompt: 'Summarize in one sentence:\n\n{{ input.text }}',
        maxTokens: 200,
      },
      {
        id: 'count',
        type: 'action',
        name: 'Count words',
        toolSlug: 'text_count',
        inputMapping: { text: '{{ input.text }}' },
      },
      {
        id: 'end',
        type: 'end',
        output: { summary: '{{ nodes.summary.output }}', words: '{{ nodes.count.output.words }}' },
      },
    ],
    edges: [...chain('start', 'summary', 'end'), ...chain('start', 'count', 'end')],
  },
})

export const saveFile = template({
  slug: 'save-as-file',
  name: 'Save a report as a file',
  description: 'Fills a template with values and stores the text as a file.',
  category: 'content',
  exampleInput: { customer: 'Ada', total: 42 },
  graph: {
    inputSchema: objectOf({ customer: text, total: { type: 'number' } }),
    nodes: [
      { id: 'start', type: 'start' },
      {
        id: 'compose',
        type: 'set',
        name: 'Compose',
        values: { text: 'Report for {{ input.customer }}\n\nTotal: {{ input.total.toFixed(2) }}\n' },
      },
      {
        id: 'save',
        type: 'action',
        name: 'Save',
        toolSlug: 'file_write',
        inputMapping: {
          name: 'report-{{ input.customer.toLowerCase() }}.txt',
          text: '{{ nodes.compose.output.text }}',
        },
      },
      { id: 'end', type: 'end', output: { file: '{{ nodes.save.output }}' } },
    ],
    edges: chain('start', 'compose', 'save', 'end'),
  },
})
