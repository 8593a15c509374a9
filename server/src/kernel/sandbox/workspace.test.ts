import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { AppError } from '../errors.ts'
import { createSaves, job, openSandboxes } from './testing.ts'

const sandboxes = openSandboxes({ after }, { warm: { javascript: 1, python: 1 } })
const open = (saves = createSaves()) =>
  sandboxes.open({ projectId: 'project', lastSave: saves.lastSave, changes: saves.changes })
const isRefusal = (error: unknown) => error instanceof AppError && error.code === 'invalid_parameter'
const bytes = Buffer.from('new')

describe('files of a Python session, whatever a script has put in their way', () => {
  it('replace a link, also one that leads nowhere, and what it leads to stays as it is', async () => {
    const session = open()
    const source = `
import os
open('target', 'w').write('old')
os.symlink('target', 'link')
os.symlink('nothing', 'dangling')
os.symlink('/tmp', 'folder')
kept = 1`
    assert.equal((await session.execute('python', job(source))).failure, null)
    for (const path of ['link', 'dangling', 'folder']) {
      await session.putFile(path, bytes)
      assert.equal(String(await session.getFile(path)), 'new', path)
    }
    assert.equal(String(await session.getFile('target')), 'old')
    const { result, stateLost } = await session.execute(
      'python',
      job('return [kept, open("dangling").read()]'),
    )
    assert.deepEqual([result, stateLost], ['[1, "new"]', false])
    await session.close()
  })

  it('are refused through a link, below a file and at the place of a folder, and nothing is lost', async () => {
    const session = open()
    const source = `
import os
os.symlink('/tmp', 'outside')
os.makedirs('folder/empty')
open('file', 'w').write('old')
kept = 1`
    await session.execute('python', job(source))
    for (const path of ['outside/x', 'file/x', 'folder', 'folder/empty'])
      await assert.rejects(session.putFile(path, bytes), isRefusal, path)
    assert.equal(await session.getFile('outside/x'), null)
    assert.equal(await session.deleteFile('folder'), false)
    assert.equal(await session.deleteFile('outside'), true)
    const { result, stateLost } = await session.execute(
      'python',
      job('return [kept, open("file").read(), sorted(os.listdir())]'),
    )
    assert.deepEqual([result, stateLost], ['[1, "old", ["file", "folder"]]', false])
    await session.close()
  })

  it('are read and written where a script took its own rights away, or the whole folder', async () => {
    const session = open()
    const source = `
import os
os.mkdir('shut')
open('shut/file', 'w').write('old')
os.chmod('shut/file', 0)
os.chmod('shut', 0)
kept = 1`
    await session.execute('python', job(source))
    assert.equal(String(await session.getFile('shut/file')), 'old')
    await session.putFile('shut/file', bytes)
    await session.putFile('.hidden/..name', bytes)
    assert.deepEqual((await session.listFiles()).map(({ path }) => path).sort(), [
      '.hidden/..name',
      'shut/file',
    ])
    const removal = `
os.chmod('shut', 0o777)
os.remove('shut/file')
os.remove('.hidden/..name')
os.rmdir('shut')
os.rmdir('.hidden')
os.chdir('/tmp')
os.rmdir('/workspace')
os.symlink('/tmp', '/workspace')`
    assert.equal((await session.execute('python', job(removal))).failure, null)
    assert.deepEqual(await session.listFiles(), [])
    await session.putFile('again', bytes)
    assert.equal((await session.execute('python', job('kept'))).result, '1')
    await session.close()
  })

  it('go to the other language and through a save also with names that no caller may use', async () => {
    const saves = createSaves()
    const session = open(saves)
    await session.execute('python', job('open("a\\nb", "w").write("x")\nopen("c\\\\d", "w").write("y")'))
    assert.equal((await session.execute('javascript', job('files.list().length'))).result, '2')
    saves.keep(await session.save())
    await session.close()
    assert.equal((await session.execute('python', job('open("a\\nb").read()'))).result, '"x"')
    await session.close()
  })
})

describe('files that were acknowledged', () => {
  for (const language of ['javascript', 'python'] as const)
    it(`outlive a ${language} interpreter that is killed: written, deleted, and made by scripts`, async () => {
      const saves = createSaves()
      const session = open(saves)
      await session.putFile('gone', bytes)
      await session.execute('python', job('open("folder", "w").write("1")'))
      saves.keep(await session.save())
      await session.putFile('put', bytes)
      await session.deleteFile('gone')
      const scripts = {
        python: 'import os\nos.remove("folder")\nos.mkdir("folder")\nopen("folder/made", "w").write("2")',
        javascript: 'files.delete("folder"); files.write("folder/made", "2")',
      }
      await session.execute(language, job(scripts[language]))
      const killed = await session.execute('python', job('import os\nos._exit(3)'))
      assert.equal(killed.stateLost, true)
      assert.deepEqual((await session.listFiles()).map(({ path }) => path).sort(), ['folder/made', 'put'])
      const { result } = await session.execute(
        'python',
        job('open("put").read() + open("folder/made").read()'),
      )
      assert.equal(result, '"new2"')
      await session.close()
    })
})
