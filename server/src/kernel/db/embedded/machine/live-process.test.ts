import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { test } from 'node:test'
import { makeZombie } from '../testing.ts'
import { findProcess, findWithPs, isPidTaken } from './live-process.ts'

test('a process is identified by its start time, its user and its directory', async () => {
  const found = await findProcess(process.pid)
  assert.equal(found?.uid, process.getuid!())
  assert.notEqual(found?.birth, '')
  assert.equal((await findProcess(process.pid))?.birth, found?.birth)
  if (process.platform === 'linux') assert.equal(found?.directory?.ino, (await stat(process.cwd())).ino)
})

test('two processes differ in their birth or their pid', async (t) => {
  const child = spawn('sleep', ['60'])
  t.after(() => child.kill('SIGKILL'))
  await once(child, 'spawn')
  const [parent, found] = [await findProcess(process.pid), await findProcess(child.pid!)]
  assert.notEqual(`${found?.pid} ${found?.birth}`, `${parent?.pid} ${parent?.birth}`)
})

for (const [name, find] of Object.entries({ findProcess, findWithPs })) {
  test(`${name} knows who runs, who has ended and who is only a zombie`, async (t) => {
    const child = spawn('sleep', ['60'])
    await once(child, 'spawn')
    const found = await find(child.pid!)
    assert.equal(found?.name, 'sleep')
    assert.equal(found?.uid, process.getuid!())
    child.kill('SIGKILL')
    await once(child, 'exit')
    assert.equal(await find(child.pid!), null)

    const zombie = await makeZombie(t)
    assert.equal(isPidTaken(zombie), true)
    assert.equal(await find(zombie), null)
  })
}
