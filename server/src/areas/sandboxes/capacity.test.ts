import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { startTestApp } from '../../../test/harness.ts'
import { defaultMegabytes } from '../../kernel/sandbox/supervisor/capacity.ts'

// For one that waits for work and two that belong to someone.
const app = await startTestApp({ sandboxMegabytes: 3 * defaultMegabytes.javascript })
after(() => app.stop())

it('idle sessions free capacity for others, and resume from their save', async () => {
  const path = '/api/v1/sandbox/sessions'
  const owners = await Promise.all([1, 2, 3, 4, 5].map(() => app.newProject()))
  const ids: string[] = []
  const execute = async (index: number, source: string) => {
    const body = { language: 'javascript', source }
    const {
      status,
      body: response,
      text,
    } = await owners[index]!.member.post(`${path}/${ids[index]}/execute`, body)
    assert.equal(status, 200, text)
    return response.data
  }
  for (const [index, { member }] of owners.entries()) {
    ids.push((await member.post(path, {})).body.data.id)
    await execute(index, `let mine = ${index}`)
  }
  for (const index of owners.keys()) {
    const { result, stateLost } = await execute(index, 'return mine')
    assert.deepEqual([result, stateLost], [{ value: index }, false])
  }
  const { status, body } = await owners[0]!.member.post('/api/v1/code-sandbox/run', { source: 'return 1' })
  assert.deepEqual([status, body.data.result], [200, { value: 1 }])
})
