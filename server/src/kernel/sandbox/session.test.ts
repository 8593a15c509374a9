import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { inLongRun } from '../../../test/size.ts'
import { AppError } from '../errors.ts'
import { StaleSave } from './driver.ts'
import { createSaves, job, openSandboxes } from './testing.ts'

const sandboxes = openSandboxes({ after }, { warm: { javascript: 1, python: 1 } })
const open = (saves = createSaves(), projectId = 'project') =>
  sandboxes.open({ projectId, lastSave: saves.lastSave })
const hasCode = (code: string) => (error: unknown) => error instanceof AppError && error.code === code

describe('a session', () => {
  it('preserves variables, functions and classes from run to run, and lets them be declared again', async () => {
    const session = open()
    await session.execute(
      'javascript',
      job('const a = 1; let b = () => a + 1; class C { d = 4 }; function e() { return 5 }'),
    )
    const again = await session.execute('javascript', job('const a = 10; [a, b(), new C().d, e()]'))
    assert.equal(again.result, '[10,11,4,5]')
    await session.close()
  })

  it('shows the same files to both languages', async () => {
    const session = open()
    await session.putFile('in.txt', Buffer.from('1'))
    await session.execute('javascript', job('files.write("js.txt", files.readText("in.txt") + "2")'))
    await session.execute('python', job('open("py.txt", "w").write(open("js.txt").read() + "3")'))
    const { result } = await session.execute(
      'javascript',
      job('[files.readText("py.txt"), files.list().length]'),
    )
    assert.equal(result, '["123",3]')
    await session.close()
  })

  it('resumes from its save, in other processes', async () => {
    const saves = createSaves()
    const first = open(saves)
    await first.execute(
      'javascript',
      job('let count = 1; const next = () => ++count; next(); files.write("f", "x")'),
    )
    await first.execute(
      'python',
      job(
        'import collections\ncounter = collections.Counter("abca")\ndef top(): return counter.most_common(1)[0][0]',
      ),
    )
    saves.keep(await first.save())
    await first.execute('javascript', job('next()'))
    await first.close()

    const second = open(saves)
    assert.equal((await second.execute('python', job('return top() + open("f").read()'))).result, '"ax"')
    const { result, stateLost } = await second.execute('javascript', job('next()'))
    assert.equal(result, '3')
    assert.equal(stateLost, false)
    saves.keep(await second.save())
    await second.close()
    assert.equal((await open(saves).execute('javascript', job('count'))).result, '3')
  })

  it('is rolled back to its save when a script must be killed, and says so', async () => {
    const saves = createSaves()
    const session = open(saves)
    await session.execute('python', job('v = "saved"'))
    saves.keep(await session.save())
    await session.execute('python', job('v = "unsaved"'))
    const killed = await session.execute('python', job('sum(range(10**13))', { timeoutMs: 300 }))
    assert.equal(killed.failure?.code, 'timeout')
    assert.equal(killed.stateLost, true)
    const after = await session.execute('python', job('v'))
    assert.equal(after.result, '"saved"')
    assert.equal(after.stateLost, false)
    await session.close()
  })

  it('whose save is of another engine starts again with its files, and says so', async () => {
    const saves = createSaves()
    const session = open(saves)
    await session.execute('javascript', job('let v = 1; files.write("kept", "yes")'))
    const { packSession, unpackSession } = await import('./saved-session.ts')
    const saved = await session.save()
    assert.equal(saved.kind, 'saved')
    const { interpreters, files } = await unpackSession(
      saved.kind === 'saved' ? saved.bytes : Buffer.alloc(0),
    )
    const other = interpreters.get('javascript')!.toString('latin1').replace('quickjs-wasi', 'quickjs-xxxx')
    const bytes = await packSession({
      interpreters: new Map([['javascript', Buffer.from(other, 'latin1')]]),
      files,
    })
    saves.keep({ kind: 'saved', bytes })
    await session.close()
    const woken = await session.execute('javascript', job('[typeof v, files.readText("kept")]'))
    assert.equal(woken.result, '["undefined","yes"]')
    assert.equal(woken.stateLost, true)
    await session.close()
  })

  it('that holds all it may is saved and woken, whatever it holds', inLongRun, async () => {
    const saves = createSaves()
    const first = open(saves)
    await first.execute(
      'python',
      job(
        'import random\nblock = random.randbytes(8 << 20)\nheld = [bytearray(block) for _ in range(13)]\nmark = 1',
      ),
    )
    await first.execute(
      'javascript',
      job('const held = []; try { for (;;) held.push(new Uint8Array(4 << 20).fill(held.length)) } catch {}'),
    )
    saves.keep(await first.save())
    const python = await first.execute('python', job('return [len(held), held[12] == block]'))
    assert.deepEqual([python.result, python.stateLost], ['[13, true]', false])
    await first.close()

    const second = open(saves)
    const woken = await second.execute('python', job('return [len(held), held[12] == block]'))
    assert.deepEqual([woken.result, woken.failure], ['[13, true]', null])
    const { result, stateLost } = await second.execute(
      'javascript',
      job('[held.length > 20, held.every((part, index) => part[5] === index)]'),
    )
    assert.deepEqual([result, stateLost], ['[true,true]', false])
    await second.close()
  })

  it('whose save is missing starts again, and reports it', async () => {
    const lastSave = () => Promise.reject(new StaleSave('the save is missing'))
    const session = sandboxes.open({ projectId: 'project', lastSave })
    const first = await session.execute('javascript', job('1'))
    assert.deepEqual([first.result, first.stateLost], ['1', true])
    assert.equal((await session.execute('javascript', job('1'))).stateLost, false)
    await session.close()
  })

  it('does one thing after the other, and refuses when too many wait', async () => {
    const session = open()
    const runs = Array.from({ length: 6 }, (_, index) =>
      session.execute('javascript', job(`globalThis.n = ${index}; n`)),
    )
    await assert.rejects(session.execute('javascript', job('1')), hasCode('session_busy'))
    const results = (await Promise.all(runs)).map(({ result }) => Number(result))
    assert.deepEqual(results, [0, 1, 2, 3, 4, 5])
    await session.close()
  })

  it('shares nothing with another session, of the same project or another', async () => {
    const [one, same, other] = [open(), open(), open(createSaves(), 'other')]
    await one.execute(
      'javascript',
      job(
        'globalThis.secret = 1; Object.prototype.leak = 1; Array.prototype.map = null; files.write("s", "s")',
      ),
    )
    for (const session of [same, other]) {
      const { result } = await session.execute(
        'javascript',
        job('[typeof secret, typeof ({}).leak, typeof [].map, files.list()]'),
      )
      assert.equal(result, '["undefined","undefined","function",[]]')
    }
    await Promise.all([one, same, other].map((session) => session.close()))
  })

  it('refuses paths that lead out of its workspace, and more than it holds', async () => {
    const session = open()
    const bad = ['../a', '/etc/passwd', 'a//b', 'a/../b', '.', '', 'a\0b', 'a\\b', 'a/__proto__', '\ud800']
    for (const path of [...bad, 'x'.repeat(600)])
      await assert.rejects(session.putFile(path, Buffer.from('x')), hasCode('invalid_parameter'), path)
    await assert.rejects(session.putFile('big', Buffer.alloc(33 * 1024 * 1024)), hasCode('workspace_full'))
    await session.putFile('a/b/ü.txt', Buffer.from('ok'))
    // What is a file here and a folder there could not be passed to the other language.
    for (const path of ['a/b', 'a/b/ü.txt/c'])
      await assert.rejects(session.putFile(path, Buffer.from('x')), hasCode('invalid_parameter'), path)
    assert.deepEqual(await session.listFiles(), [{ path: 'a/b/ü.txt', sizeBytes: 2 }])
    await session.close()
  })

  it('ends a script when it is cancelled', async () => {
    const session = open()
    const stop = new AbortController()
    const onOutput = () => stop.abort()
    const source = 'console.log("going"); await new Promise((r) => setTimeout(r, 60)); for (;;) {}'
    const { failure, stdout } = await session.execute(
      'javascript',
      job(source, { onOutput, signal: stop.signal }),
    )
    assert.equal(failure?.code, 'killed')
    assert.match(failure!.error, /cancelled/)
    assert.equal(stdout, 'going\n')
    assert.equal((await session.execute('javascript', job('1'))).result, '1')
    await session.close()
  })
})
