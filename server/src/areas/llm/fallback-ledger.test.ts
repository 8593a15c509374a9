import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { failing, saying, startModelUpstream } from '../../../test/fakes/model-upstream.ts'
import { startTestApp, type TestProject } from '../../../test/harness.ts'

const upstream = await startModelUpstream({ broken: failing(500), plain: saying(['hi']) })
after(() => upstream.stop())
const app = await startTestApp({
  llm: {
    prices: {
      'priced/*': { prompt: '0.000001', completion: '0.000002' },
      'free/*': { prompt: '0', completion: '0' },
    },
    providers: ['priced', 'free'].map((name) => ({ name, baseUrl: upstream.url, keys: ['k'] })),
  },
})
after(() => app.stop())

const fallBack = ({ member }: TestProject, name: string, stream: boolean) =>
  member.post('/api/v1/ai/llm/chat', {
    model: `${name}/broken`,
    fallbackModels: [`${name}/plain`],
    stream,
    messages: [{ role: 'user', content: 'hello' }],
  })

describe('after a fallback', () => {
  for (const [title, prepare] of [
    ['without a limit', async () => undefined],
    [
      'with a balance',
      async (project: TestProject) =>
        (await app.operatorOf(project)).post('/api/v1/usage/grants', { credits: 1000, reason: 'enough' }),
    ],
    [
      'with a cap',
      (project: TestProject) =>
        project.admin.post('/api/v1/usage/caps', { scope: 'project', period: 'month', credits: 1000 }),
    ],
  ] as const)
    for (const name of ['priced', 'free'])
      test(`the ledger names the model that served and the requested one: ${name}, ${title}`, async () => {
        const project = await app.newProject()
        const prepared = await prepare(project)
        if (prepared) assert.equal(prepared.status, 200, prepared.text)
        const [requested, served] = [`${name}/broken`, `${name}/plain`]
        for (const stream of [false, true]) assert.equal((await fallBack(project, name, stream)).status, 200)
        const { body } = await project.admin.get('/api/v1/usage?type=ai_model')
        assert.equal(body.data.length, 2)
        for (const entry of body.data)
          assert.deepEqual(
            [entry.modelId, entry.requestedModelId, entry.priceRef],
            [served, requested, `model:${served}`],
          )
        const grouped = await project.admin.get('/api/v1/usage?groupBy=model&type=ai_model')
        assert.deepEqual(
          grouped.body.data.map(({ group }: { group: string }) => group),
          [served],
        )
        const csv = await project.admin.get('/api/v1/usage?format=csv&type=ai_model')
        const [head = '', line = ''] = csv.text.split('\r\n').map((each) => each.split(','))
        assert.equal(line[head.indexOf('requestedModelId')], requested)
        assert.equal(line[head.indexOf('modelId')], served)
        const calls = await project.admin.get('/api/v1/ai/calls')
        assert.deepEqual(
          calls.body.data.map((call: { requestedModel: string; servedModel: string }) => [
            call.requestedModel,
            call.servedModel,
          ]),
          [
            [requested, served],
            [requested, served],
          ],
        )
        const { body: reconciled } = await project.admin.get('/api/v1/usage/reconcile')
        assert.deepEqual(reconciled.data.orphans, [])
      })

  test('without one both are the same', async () => {
    const project = await app.newProject()
    await project.member.post('/api/v1/ai/llm/chat', {
      model: 'priced/plain',
      messages: [{ role: 'user', content: 'hello' }],
    })
    const [entry] = (await project.admin.get('/api/v1/usage?type=ai_model')).body.data
    assert.deepEqual([entry.modelId, entry.requestedModelId], ['priced/plain', 'priced/plain'])
    assert.equal(entry.metadata.requestedModelId, undefined)
  })
})
