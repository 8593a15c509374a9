import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, describe, test } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { sql } from '../../kernel/db/db.ts'
import { statementsFor } from '../../kernel/db/plan/rows.ts'
import type { CallResult, NewCall } from './schema/stored-call.ts'
import { callTable, endCallsStatement, insertingCall } from './store/call.ts'

const app = await startTestApp()
after(() => app.stop())

const newCall = (id: string): NewCall => ({
  id,
  apiKeyId: null,
  kind: 'chat',
  requestedModel: 'local/demo',
  provider: 'local',
  isStreamed: true,
  heldMicro: 5,
  metadata: {},
  prompt: null,
  storesPayloads: false,
  at: new Date(),
  nodeId: randomUUID(),
  subject: {},
  beginId: null,
  settingsVersion: null,
})

const resultOf = (usedMicro: number): CallResult => ({
  status: 'succeeded',
  servedModel: 'local/demo',
  provider: 'local',
  finishReason: 'stop',
  usage: {
    promptTokens: 3,
    cachedInputTokens: 0,
    cacheCreationInputTokens: 0,
    completionTokens: 4,
    reasoningTokens: 0,
  },
  isEstimated: false,
  isUnpriced: false,
  usedMicro,
  usd: 0.25,
  firstTokenMs: 1,
  totalMs: 2,
  attempts: [],
  errorCode: null,
  errorMessage: null,
  answer: { text: 'hi' },
  at: new Date(),
})

async function begin(project: TestProject): Promise<string> {
  const id = randomUUID()
  assert.equal((await app.db.rows(insertingCall(project.scope, newCall(id)))).length, 1)
  return id
}

/** Ends calls as the journal of a run does. */
const end = ({ scope }: TestProject, calls: readonly (readonly [id: string, usedMicro: number])[]) =>
  app.db.tryInOneRoundTrip([
    endCallsStatement(
      calls.map(([id, usedMicro]) => ({ projectId: scope.projectId, id, result: resultOf(usedMicro) })),
    ),
    ...statementsFor(
      app.app.usage.endUnheld,
      calls.map(([id, microCredits]) => ({
        scope,
        work: { workId: callTable.workIdOf(id), type: 'ai_model', subject: { modelId: 'local/demo' } },
        result: { cost: { microCredits } },
      })),
    ),
  ])

const statusOf = async ({ id }: TestProject) =>
  (
    await app.db.rows<{ status: string; answer: unknown; open: number; used: string | null }>(sql`
      select c.status, c.answer, (select count(*)::int from llm_call_open o where o.project_id = c.project_id and o.id = c.id) as open,
        (select sum(used_micro)::text from usage_entry e where e.project_id = c.project_id and e.work_id = 'llm:' || c.id) as used
      from llm_call c where c.project_id = ${id} order by c.created_at, c.id`)
  ).map(({ status, answer, open, used }) => [status, answer, open, used])

describe('ends of several calls in one commit', () => {
  test('each is ended and paid once', async () => {
    const project = await app.newProject()
    const calls = [await begin(project), await begin(project)]
    assert.notEqual(await end(project, [[calls[0]!, 7] as const, [calls[1]!, 0] as const]), null)
    const states = await statusOf(project)
    assert.deepEqual(
      states.map(([status, answer, open]) => [status, answer, open]),
      [
        ['succeeded', null, 0],
        ['succeeded', null, 0],
      ],
    )
    assert.deepEqual(states.map((state) => state[3]).sort(), ['0', '7'])
  })

  test('one that was ended before refuses all of them, and nothing is paid', async () => {
    const project = await app.newProject()
    const [first, second] = [await begin(project), await begin(project)]
    assert.notEqual(await end(project, [[first, 7]]), null)
    assert.equal(
      await end(project, [
        [first, 7],
        [second, 9],
      ]),
      null,
    )
    assert.deepEqual((await statusOf(project)).map(([status, , open, used]) => [status, open, used]).sort(), [
      ['running', 1, null],
      ['succeeded', 0, '7'],
    ])
  })

  test('what costs something is refused where a cap limits the project, what is free is not', async () => {
    const project = await app.newProject()
    const [paid, free] = [await begin(project), await begin(project)]
    const cap = { scope: 'project', period: 'month', credits: 1000 }
    assert.equal((await project.admin.post('/api/v1/usage/caps', cap)).status, 200)
    assert.equal(
      await end(project, [
        [paid, 7],
        [free, 0],
      ]),
      null,
    )
    assert.notEqual(await end(project, [[free, 0]]), null)
  })
})
