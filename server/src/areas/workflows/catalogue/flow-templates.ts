import { chain, number, objectOf, template, text } from './template.ts'

export const approval = template({
  slug: 'expense-approval',
  name: 'Expense approval',
  description: 'Approves small amounts automatically and asks a human about large ones.',
  category: 'approval',
  exampleInput: { title: 'Train ticket', amount: 80 },
  graph: {
    inputSchema: objectOf({ title: text, amount: number }),
    nodes: [
      { id: 'start', type: 'start' },
      { id: 'size', type: 'branch', name: 'Large amount?' },
      {
        id: 'ask',
        type: 'human_wait',
        name: 'Ask a manager',
        humanMessage: 'Approve {{ input.title }} for {{ input.amount }}?',
        timeoutSec: 7 * 86_400,
        onTimeout: 'reject',
      },
      { id: 'automatic', type: 'set', name: 'Automatic', values: { approved: true, by: 'rule' } },
      {
        id: 'end',
        type: 'end',
        output: {
          title: '{{ input.title }}',
          approved: '{{ nodes.automatic.output.approved ?? nodes.ask.output.approved }}',
        },
      },
    ],
    edges: [
      { from: 'start', to: 'size' },
      { from: 'size', to: 'ask', condition: 'input.amount > 100', label: 'over 100' },
      { from: 'size', to: 'automatic', label: 'otherwise' },
      { from: 'ask', to: 'end' },
      { from: 'automatic', to: 'end' },
    ],
  },
})

export const review = template({
  slug: 'content-review',
  name: 'Content review',
  description: 'Prepares a text, waits until a human has approved it, and renders it as HTML.',
  category: 'approval',
  exampleInput: { title: 'Release notes', markdown: '# New\n- **Workflows**' },
  graph: {
    inputSchema: objectOf({ title: text, markdown: text }),
    nodes: [
      { id: 'start', type: 'start' },
      {
        id: 'preview',
        type: 'action',
        name: 'Preview',
        toolSlug: 'markdown_to_text',
        inputMapping: { markdown: '{{ input.markdown }}' },
      },
      {
        id: 'review',
        type: 'human_wait',
        name: 'Review',
        humanMessage: 'Publish "{{ input.title }}"?\n\n{{ nodes.preview.output.text }}',
      },
      { id: 'decision', type: 'branch', name: 'Approved?' },
      {
        id: 'render',
        type: 'action',
        name: 'Render',
        toolSlug: 'markdown_to_html',
        inputMapping: { markdown: '{{ input.markdown }}' },
      },
      { id: 'published', type: 'end', output: { isPublished: true, html: '{{ nodes.render.output.html }}' } },
      { id: 'rejected', type: 'end', output: { isPublished: false } },
    ],
    edges: [
      ...chain('start', 'preview', 'review', 'decision'),
      { from: 'decision', to: 'render', condition: 'nodes.review.output.approved', label: 'approved' },
      { from: 'decision', to: 'rejected', label: 'rejected' },
      { from: 'render', to: 'published' },
    ],
  },
})

export const routing = template({
  slug: 'ticket-routing',
  name: 'Ticket routing',
  description: 'Sends a ticket to a team by words in its text.',
  category: 'control-flow',
  exampleInput: { subject: 'I cannot pay my invoice' },
  graph: {
    inputSchema: objectOf({ subject: text }),
    nodes: [
      { id: 'start', type: 'start' },
      { id: 'normalize', type: 'set', values: { subject: '{{ input.subject.toLowerCase() }}' } },
      { id: 'route', type: 'branch', name: 'Which team?' },
      { id: 'billing', type: 'set', name: 'Billing', values: { team: 'billing', priority: 'high' } },
      { id: 'technical', type: 'set', name: 'Technical', values: { team: 'technical', priority: 'normal' } },
      { id: 'general', type: 'set', name: 'General', values: { team: 'general', priority: 'normal' } },
      { id: 'end', type: 'end' },
    ],
    edges: [
      ...chain('start', 'normalize', 'route'),
      {
        from: 'route',
        to: 'billing',
        condition: 'nodes.normalize.output.subject.matches("invoice|refund|pay")',
        label: 'payment',
      },
      {
        from: 'route',
        to: 'technical',
        condition: 'nodes.normalize.output.subject.matches("error|crash|bug")',
        label: 'error',
      },
      { from: 'route', to: 'general', label: 'otherwise' },
      ...['billing', 'technical', 'general'].map((from) => ({ from, to: 'end' })),
    ],
  },
})

export const forEachItem = template({
  slug: 'process-each-item',
  name: 'Process each item',
  description: 'Repeats several nodes for each item of a list and collects the results.',
  category: 'control-flow',
  exampleInput: { titles: ['First article', 'Second article'] },
  graph: {
    inputSchema: objectOf({ titles: { type: 'array', items: text } }),
    nodes: [
      { id: 'start', type: 'start' },
      {
        id: 'each',
        type: 'loop',
        name: 'Each title',
        over: '{{ input.titles }}',
        output: '{{ nodes.result.output }}',
      },
      {
        id: 'slug',
        type: 'action',
        parent: 'each',
        name: 'Slug',
        toolSlug: 'text_slugify',
        inputMapping: { text: '{{ item }}' },
      },
      {
        id: 'result',
        type: 'set',
        parent: 'each',
        name: 'Result',
        values: { title: '{{ item }}', url: '/articles/{{ nodes.slug.output.slug }}' },
      },
      { id: 'end', type: 'end', output: { articles: '{{ nodes.each.output }}' } },
    ],
    edges: [...chain('start', 'each', 'end'), ...chain('slug', 'result')],
  },
})

export const countdown = template({
  slug: 'repeat-until-done',
  name: 'Repeat until done',
  description: 'Repeats nodes while a condition is true, with a pause between, as for polling a job.',
  category: 'control-flow',
  exampleInput: { target: 3 },
  graph: {
    inputSchema: objectOf({ target: { type: 'integer', minimum: 1, maximum: 20 } }),
    nodes: [
      { id: 'start', type: 'start' },
      {
        id: 'poll',
        type: 'loop',
        name: 'Until done',
        while: '(previous.count ?? 0) < input.target',
        max: 20,
      },
      { id: 'pause', type: 'wait', parent: 'poll', name: 'Pause', seconds: 0.1 },
      { id: 'check', type: 'set', parent: 'poll', name: 'Check', values: { count: '{{ index + 1 }}' } },
      { id: 'end', type: 'end', output: { checks: '{{ nodes.poll.output.length }}' } },
    ],
    edges: [...chain('start', 'poll', 'end'), ...chain('pause', 'check')],
  },
})

export const errorHandling = template({
  slug: 'handle-errors',
  name: 'Handle errors',
  description: 'Retries a node that fails and continues on another path when it still does.',
  category: 'control-flow',
  exampleInput: { json: '{"a": 1' },
  graph: {
    inputSchema: objectOf({ json: text }),
    nodes: [
      { id: 'start', type: 'start' },
      {
        id: 'parse',
        type: 'set',
        name: 'Parse',
        values: { value: '{{ JSON.parse(input.json) }}' },
        onError: 'route',
      },
      {
        id: 'valid',
        type: 'end',
        name: 'Valid',
        output: { isValid: true, value: '{{ nodes.parse.output.value }}' },
      },
      {
        id: 'invalid',
        type: 'end',
        name: 'Invalid',
        output: { isValid: false, reason: '{{ nodes.parse.error.message }}' },
      },
    ],
    edges: [
      { from: 'start', to: 'parse' },
      { from: 'parse', to: 'valid' },
      { from: 'parse', to: 'invalid', onError: true, label: 'on error' },
    ],
  },
})
