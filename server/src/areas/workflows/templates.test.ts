import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { until } from '../../../test/until.ts'
import { startFlows } from '../../../test/workflows/flows.ts'
import { sql } from '../../kernel/db/db.ts'
import { workflowTemplates } from './catalogue/templates.ts'

const flows = await startFlows({ hasPieces: false })
after(flows.stop)
const { scope } = await flows.newProject()

const expected: Record<string, unknown> = {
  'expense-approval': { title: 'Train ticket', approved: true },
  'csv-report': {
    rows: [
      { region: 'north', amount: 17 },
      { region: 'south', amount: 5 },
    ],
    csv: 'region,amount\nnorth,17\nsouth,5\n',
  },
  'ticket-routing': { team: 'billing', priority: 'high' },
  'process-each-item': {
    articles: [
      { title: 'First article', url: '/articles/first-article' },
      { title: 'Second article', url: '/articles/second-article' },
    ],
  },
  'extract-contacts': { emails: ['ada@example.com'], urls: ['https://example.com/about'] },
  'outlier-check': { mean: 16.4, outliers: [42] },
  'transform-items': {
    items: [
      { price: 10, gross: 11.9 },
      { price: 20, gross: 23.8 },
    ],
  },
  'content-review': { isPublished: true, html: '<h1>New</h1><ul><li><strong>Workflows</strong></li></ul>' },
  'repeat-until-done': { checks: 3 },
}

describe('a template', () => {
  it('has a unique slug', () => {
    assert.equal(new Set(workflowTemplates.map(({ slug }) => slug)).size, workflowTemplates.length)
    assert.ok(workflowTemplates.length >= 10)
  })

  for (const { slug, graph, exampleInput } of workflowTemplates)
    it(`${slug} runs with its example as input`, async () => {
      const { executionId } = await flows.start(scope, await flows.save(scope, graph), {
        input: exampleInput,
      })
      if (slug === 'content-review') await decide(executionId, true)
      const ended = await flows.over(scope, executionId)
      assert.deepEqual([ended.status, ended.error], ['completed', null])
      if (slug in expected) assert.deepEqual(ended.output, expected[slug])
    })

  for (const [slug, input, output] of [
    ['content-review', {}, { isPublished: false }],
    ['expense-approval', { amount: 500 }, { title: 'Train ticket', approved: false }],
  ] as const)
    it(`${slug} has a result also when a human rejects`, async () => {
      const { graph, exampleInput } = workflowTemplates.find((each) => each.slug === slug)!
      const { executionId } = await flows.start(scope, await flows.save(scope, graph), {
        input: { ...exampleInput, ...input },
      })
      await decide(executionId, false)
      assert.deepEqual((await flows.over(scope, executionId)).output, output)
    })
})

async function decide(executionId: string, approved: boolean): Promise<void> {
  const pause = await until(async () => {
    const rows = await flows.db.rows<{ id: string }>(
      sql`select id from workflow_pause where execution_id = ${executionId} and answered_at is null`,
    )
    return rows[0]
  }, 'the execution waiting for a human')
  await flows.db.tx((tx) =>
    flows.engine.answerPause(tx, scope, {
      pauseId: (pause as { id: string }).id,
      answer: { approved },
      answeredBy: null,
    }),
  )
}
