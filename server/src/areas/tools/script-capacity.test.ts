import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { defaultMegabytes } from '../../kernel/sandbox/supervisor/capacity.ts'

// For one that waits for work and two that belong to a session.
const app = await startTestApp({ hasPieces: false, sandboxMegabytes: 3 * defaultMegabytes.javascript })
after(() => app.stop())

const sessions = '/api/v1/sandbox/sessions'
const script = (source: string) => ({ language: 'javascript', source })

async function openSession({ member }: TestProject, value: number): Promise<string> {
  const { id } = (await member.post(sessions, {})).body.data
  await member.post(`${sessions}/${id}/execute`, script(`let mine = ${value}`))
  return id
}

/** Idle sessions of other projects hold all the memory there is for interpreters. */
async function fillUp(): Promise<{ owner: TestProject; id: string; value: number }[]> {
  const owners = await Promise.all([1, 2].map(() => app.newProject()))
  const open = []
  for (const [value, owner] of owners.entries())
    open.push({ owner, value, id: await openSession(owner, value) })
  return open
}

async function runTool(project: TestProject, slug: string, args: object) {
  const { status, body, text } = await project.admin.post(`/api/v1/tools/execute/${slug}`, {
    arguments: args,
  })
  assert.equal(status, 200, text)
  assert.equal(body.data.successful, true, text)
  return body.data.data
}

it('script tools and direct runs are admitted alike where idle sessions hold all memory', async () => {
  const project = await app.newProject()
  const made = await project.admin.post('/api/v1/tools', {
    slug: 'double',
    name: 'Double',
    description: 'Doubles',
    toolkitSlug: 'own',
    noAuth: true,
    inputParameters: { type: 'object' },
    script: script('return { twice: state.a * 2 }'),
  })
  assert.equal(made.status, 200, made.text)

  const beforeTool = await fillUp()
  assert.deepEqual(await runTool(project, 'double', { a: 2 }), { twice: 4 })
  const beforeBuiltIn = await fillUp()
  const shipped = await runTool(project, 'sandbox_run_javascript', {
    source: 'return 1 + state.a',
    state: { a: 1 },
  })
  assert.equal(shipped.result, 2)
  const beforeDirect = await fillUp()
  const direct = await project.member.post('/api/v1/code-sandbox/run', { source: 'return 5' })
  assert.deepEqual([direct.status, direct.body.data.result], [200, { value: 5 }])

  for (const { owner, id, value } of [...beforeTool, ...beforeBuiltIn, ...beforeDirect]) {
    const { body } = await owner.member.post(`${sessions}/${id}/execute`, script('return mine'))
    assert.deepEqual([body.data.result, body.data.stateLost], [{ value }, false])
  }
})
