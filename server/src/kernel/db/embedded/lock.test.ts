import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { lutimes, mkdir, readdir, readFile, readlink, symlink, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { acquireLock, type Holder } from './lock.ts'
import { findProcess, pidSpace } from './machine/live-process.ts'
import { makeDataFolder, makeZombie, until } from './testing.ts'

const never = new AbortController().signal

async function makeLockPath(t: TestContext) {
  const { dataDir } = await makeDataFolder(t)
  await mkdir(dataDir)
  return { directory: dataDir, path: join(dataDir, 'lock') }
}

async function leaveLock(path: string, changes: Partial<Holder>): Promise<void> {
  const self = await findProcess(process.pid)
  const holder = {
    pid: process.pid,
    birth: self!.birth,
    ...(await pidSpace()),
    nonce: 'left-behind',
    ...changes,
  }
  await symlink(JSON.stringify(holder), path)
}

/** Whether the lock can be had by someone who does not wait long. */
async function isFree(path: string, silenceMs?: number): Promise<boolean> {
  const options = { signal: AbortSignal.timeout(300), ...(silenceMs === undefined ? {} : { silenceMs }) }
  try {
    const release = await acquireLock(path, options)
    await release()
    return true
  } catch {
    return false
  }
}

test('the lock is held by one at a time, and leaves nothing behind', async (t) => {
  const { directory, path } = await makeLockPath(t)
  const release = await acquireLock(path, { signal: never })
  assert.equal(JSON.parse(await readlink(path)).pid, process.pid)
  assert.equal(await isFree(path), false)
  await release()
  assert.equal(await isFree(path), true)
  assert.deepEqual(await readdir(directory), [])
})

test('a long wait reports the holder of the lock', async (t) => {
  const { path } = await makeLockPath(t)
  const release = await acquireLock(path, { signal: never })
  const reported: number[] = []
  const waiting = acquireLock(path, {
    signal: never,
    reportAfterMs: 0,
    onWait: ({ pid }) => reported.push(pid),
  })
  await until(() => reported.length > 0)
  await release()
  await (await waiting)()
  assert.deepEqual(reported, [process.pid])
})

test('a lock is taken over from the dead, from zombies, from recycled pids and from before a reboot', async (t) => {
  const { directory, path } = await makeLockPath(t)
  const ended = spawn('true')
  await once(ended, 'exit')
  const dead: Partial<Holder>[] = [
    { pid: ended.pid! },
    { pid: await makeZombie(t) },
    { birth: 'long ago' },
    { boot: 'an earlier one', namespace: 'another' },
  ]
  for (const holder of dead) {
    await leaveLock(path, holder)
    assert.equal(await isFree(path), true, JSON.stringify(holder))
  }
  assert.deepEqual(await readdir(directory), [])
})

test('a lock is not taken from the living', async (t) => {
  const { path } = await makeLockPath(t)
  await leaveLock(path, {})
  assert.equal(await isFree(path), false)
})

test('a holder in another container lives as long as it gives signs of life', async (t) => {
  const { path } = await makeLockPath(t)
  await leaveLock(path, { namespace: 'another', pid: 999_999_999 })
  assert.equal(await isFree(path, 60_000), false)
  const before = new Date(Date.now() - 61_000)
  await lutimes(path, before, before)
  assert.equal(await isFree(path, 60_000), true)
})

test('who died over taking a lock away does not block it', async (t) => {
  const { directory, path } = await makeLockPath(t)
  await leaveLock(path, { birth: 'long ago', nonce: 'first' })
  await leaveLock(`${path}.first`, { birth: 'long ago', nonce: 'second' })
  assert.equal(await isFree(path), true)
  assert.deepEqual(await readdir(directory), [])
})

test('a lock that someone else is taking away is left to them', async (t) => {
  const { path } = await makeLockPath(t)
  await leaveLock(path, { birth: 'long ago', nonce: 'first' })
  await leaveLock(`${path}.first`, { nonce: 'second' })
  assert.equal(await isFree(path), false)
  await unlink(`${path}.first`)
  assert.equal(await isFree(path), true)
})

const counterProgram = `
  import { readFileSync, writeFileSync } from 'node:fs'
  import { setTimeout as pause } from 'node:timers/promises'
  const { acquireLock } = await import(process.env.STOA_LOCK)
  const [path, counter] = [process.env.STOA_PATH, process.env.STOA_COUNTER]
  for (let i = 0; i < 15; i++) {
    const release = await acquireLock(path, { signal: new AbortController().signal })
    const count = Number(readFileSync(counter, 'utf8'))
    await pause(1)
    writeFileSync(counter, String(count + 1))
    if (i === 14 && process.env.STOA_DIE) process.kill(process.pid, 'SIGKILL')
    await release()
  }
`

test('processes that crash with the lock in their hands never let two others in at the same time', async (t) => {
  const { directory, path } = await makeLockPath(t)
  const counter = join(directory, 'counter')
  await writeFile(counter, '0')
  await leaveLock(path, { birth: 'long ago' })
  const exits = Array.from({ length: 6 }, async (_, i) => {
    const env = {
      STOA_LOCK: import.meta.resolve('./lock.ts'),
      STOA_PATH: path,
      STOA_COUNTER: counter,
      ...(i % 2 ? { STOA_DIE: '1' } : {}),
    }
    const child = spawn(process.execPath, ['--input-type=module', '-e', counterProgram], {
      env,
      stdio: 'inherit',
    })
    await once(child, 'exit')
  })
  await Promise.all(exits)
  assert.equal(await readFile(counter, 'utf8'), String(6 * 15))
})
