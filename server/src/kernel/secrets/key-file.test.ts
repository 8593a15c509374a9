import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { StartFault } from '../start-fault.ts'
import { loadMasterKeys, rotateMasterKey } from './key-file.ts'
import { createMasterKey } from './master-key.ts'

const made: string[] = []

after(() => Promise.all(made.map((path) => rm(path, { recursive: true, force: true }))))

async function emptyDir(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'stoa-keys-'))
  made.push(path)
  return path
}

const faultWith = (cause: RegExp, fix: RegExp) => (error: unknown) => {
  assert.ok(error instanceof StartFault, `expected a StartFault, got ${error}`)
  assert.match(error.message, cause)
  assert.match(error.fix, fix)
  return true
}

describe('the key file', () => {
  it('is created once, for its owner only, and read from then on', async () => {
    const dataDir = join(await emptyDir(), 'not', 'there', 'yet')
    const first = await loadMasterKeys({ dataDir })
    const { mode } = await stat(join(dataDir, 'secrets.json'))
    assert.equal(mode & 0o777, 0o600)
    assert.equal((await stat(dataDir)).mode & 0o777, 0o700)
    const second = await loadMasterKeys({ dataDir, mayCreate: false })
    assert.equal(second.current.id, first.current.id)
    assert.deepEqual(second.previous, [])
    assert.deepEqual(await readdir(dataDir), ['secrets.json'])
  })

  it('is one and the same for processes that start at the same time', async () => {
    const dataDir = await emptyDir()
    const script = `
      import { loadMasterKeys } from ${JSON.stringify(new URL('./key-file.ts', import.meta.url).href)}
      const keys = await Promise.all(Array.from({ length: 8 }, () => loadMasterKeys({ dataDir: process.argv[1] })))
      console.log(keys.map(({ current }) => current.id).join(' '))`
    const start = () =>
      promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, dataDir]).then(
        ({ stdout }) => stdout,
      )
    const outputs = await Promise.all([start(), start(), start(), start()])
    const ids = new Set(outputs.flatMap((output) => output.trim().split(' ')))
    assert.equal(ids.size, 1)
    assert.deepEqual(await readdir(dataDir), ['secrets.json'])
  })

  it('is one and the same for callers that come while it is being made', async () => {
    for (let round = 0; round < 20; round++) {
      const dataDir = await emptyDir()
      const loads = Array.from({ length: 8 }, async (_, index) => {
        for (let turn = 0; turn < index; turn++) await new Promise((resolve) => setImmediate(resolve))
        return loadMasterKeys({ dataDir })
      })
      const ids = new Set((await Promise.all(loads)).map(({ current }) => current.id))
      assert.equal(ids.size, 1)
    }
  })

  it('is not replaced silently when it is lost', async () => {
    const dataDir = await emptyDir()
    await assert.rejects(loadMasterKeys({ dataDir, mayCreate: false }), faultWith(/missing/, /restore/))
    assert.deepEqual(await readdir(dataDir), [])
  })

  it('is refused when others can read it', async () => {
    const dataDir = await emptyDir()
    await loadMasterKeys({ dataDir })
    for (const mode of [0o640, 0o604, 0o620]) {
      await chmod(join(dataDir, 'secrets.json'), mode)
      await assert.rejects(
        loadMasterKeys({ dataDir }),
        faultWith(/other users/, /^chmod 600 .*secrets\.json$/),
      )
    }
  })

  it('is refused when it is damaged, without repeating what is in it', async () => {
    const dataDir = await emptyDir()
    await loadMasterKeys({ dataDir })
    const path = join(dataDir, 'secrets.json')
    const good = await readFile(path, 'utf8')
    const { key } = JSON.parse(good).current
    for (const content of [
      '',
      good.slice(0, -20),
      good.replace(key, key.slice(4)),
      '{"version":2}',
      `"${key}"`,
    ]) {
      await writeFile(path, content)
      await assert.rejects(loadMasterKeys({ dataDir }), (error: Error) => {
        assert.ok(!`${error.stack}`.includes(key.slice(4, 20)))
        return faultWith(/damaged/, /backup/)(error)
      })
    }
  })
})

describe('a given key', () => {
  const bytes = randomBytes(32)
  const text = bytes.toString('base64')

  it('is the current one, in either alphabet, and needs no file', async () => {
    const dataDir = await emptyDir()
    const { id } = createMasterKey(bytes)
    for (const value of [text, text.replace('=', ''), bytes.toString('base64url')]) {
      const keys = await loadMasterKeys({ dataDir, fromEnvironment: value })
      assert.equal(keys.current.id, id)
      assert.deepEqual(keys.previous, [])
    }
    assert.deepEqual(await readdir(dataDir), [])
  })

  it('retains the keys of the file, and those given after it, as older ones', async () => {
    const dataDir = await emptyDir()
    const inFile = await loadMasterKeys({ dataDir })
    const older = randomBytes(32)
    const keys = await loadMasterKeys({ dataDir, fromEnvironment: `${text},${older.toString('base64')}` })
    assert.equal(keys.current.id, createMasterKey(bytes).id)
    assert.deepEqual(
      keys.previous.map(({ id }) => id),
      [createMasterKey(older).id, inFile.current.id],
    )
  })

  const bad: [string, string, RegExp][] = [
    ['31 bytes', randomBytes(31).toString('base64'), /not 32 bytes/],
    ['33 bytes', randomBytes(33).toString('base64'), /not 32 bytes/],
    ['hex', randomBytes(32).toString('hex'), /not 32 bytes/],
    ['both alphabets', `+_${text.slice(2)}`, /not 32 bytes/],
    ['a placeholder', 'changeme', /placeholder/],
    ['a placeholder of the right length', 'this-is-my-very-secret-key-change-me-please', /placeholder/],
    ['zeros', Buffer.alloc(32).toString('base64'), /guessed/],
    ['one byte repeated', Buffer.alloc(32, 0xa5).toString('base64'), /guessed/],
    ['a word repeated', Buffer.from('changemechangemechangemechangeme').toString('base64'), /guessed/],
    ['a sentence', Buffer.from('correct horse battery staple 123').toString('base64'), /guessed/],
    [
      'the bytes in a row',
      Buffer.from(Array.from({ length: 32 }, (_, i) => i)).toString('base64'),
      /guessed/,
    ],
  ]
  for (const [name, value, cause] of bad) {
    it(`is refused when it is ${name}, without repeating it`, async () => {
      await assert.rejects(
        loadMasterKeys({ dataDir: await emptyDir(), fromEnvironment: value }),
        (error: Error) => {
          assert.ok(!error.message.includes(value))
          return faultWith(cause, /openssl rand -base64 32/)(error)
        },
      )
    })
  }

  it('is never refused when it is random', async () => {
    const dataDir = await emptyDir()
    for (let i = 0; i < 500; i++) {
      await loadMasterKeys({ dataDir, fromEnvironment: randomBytes(32).toString('base64') })
    }
  })
})

describe('rotateMasterKey', () => {
  it('puts a new key in front and retains the others', async () => {
    const dataDir = await emptyDir()
    const first = await loadMasterKeys({ dataDir })
    const second = await rotateMasterKey(dataDir)
    const third = await rotateMasterKey(dataDir)
    assert.notEqual(third.current.id, second.current.id)
    assert.deepEqual(
      third.previous.map(({ id }) => id),
      [second.current.id, first.current.id],
    )
    assert.equal((await loadMasterKeys({ dataDir })).current.id, third.current.id)
    assert.equal((await stat(join(dataDir, 'secrets.json'))).mode & 0o777, 0o600)
    assert.deepEqual(await readdir(dataDir), ['secrets.json'])
  })

  it('loses no key when several run concurrently', async () => {
    const dataDir = await emptyDir()
    await loadMasterKeys({ dataDir })
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => rotateMasterKey(dataDir)))
    const done = results.filter(({ status }) => status === 'fulfilled').length
    assert.ok(done >= 1)
    assert.equal((await loadMasterKeys({ dataDir })).previous.length, done)
  })

  it('needs a file to begin with', async () => {
    await assert.rejects(rotateMasterKey(await emptyDir()), faultWith(/missing/, /restore/))
    await assert.rejects(rotateMasterKey('/nowhere/at/all'), faultWith(/missing/, /restore/))
  })
})
