import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const fixture = `
import { after, before, describe, it, test } from 'node:test'
import { createHook, executionAsyncId } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'

const created = []
createHook({ init: (id, type) => created.push(type) }).enable()
test('others have their async hooks', async () => {
  await pause(1)
  if (!created.includes('Timeout')) throw new Error('no hook was called')
  if (executionAsyncId() === 0) throw new Error('no id')
})
test('a test in a test', async () => {
  await pause(1)
  await test('belongs to it after a pause', () => pause(1))
})
describe('a suite', () => {
  before(() => pause(1))
  it('has its tests', () => pause(1))
  it('fails by an error in a timer', async () => {
    setTimeout(() => { throw new Error('in a timer') }, 1)
    await pause(50)
  })
  it('fails by a rejection that is not handled', async () => {
    ;(async () => { await pause(1); throw new Error('not handled') })()
    await pause(50)
  })
  it('passes beside them', () => pause(1))
  after(() => pause(1))
})
`

/** What is reported, without times. */
async function reported(file: string, options: string[]): Promise<string[]> {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const args = [...options, '--test-reporter=tap', file]
  const output = await new Promise<string>((resolve) =>
    execFile(process.execPath, args, { env }, (_error, stdout) => resolve(stdout)),
  )
  return output.split('\n').filter((line) => /^ *(not )?ok |^ *error: /.test(line))
}

test('tests are reported as without the preload', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'stoa-test-context-'))
  t.after(() => rm(directory, { recursive: true }))
  const file = join(directory, 'fixture.test.mjs')
  await writeFile(file, fixture)
  const preload = fileURLToPath(new URL('test-context.ts', import.meta.url))
  const expected = await reported(file, [])
  assert.deepEqual(await reported(file, ['--import', preload]), expected)
  assert.ok(expected.includes('    ok 1 - belongs to it after a pause'))
  assert.ok(expected.includes("      error: 'in a timer'"))
})
