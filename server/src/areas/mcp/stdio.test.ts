import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { argumentsFor } from '../../../test/mcp/arguments-for.ts'
import { someOf } from '../../../test/size.ts'
import { until } from '../../../test/until.ts'
import { isSealable } from '../../kernel/sealed/command.ts'
import { readStdioFile } from '../../mcp-stdio-file.ts'

const hostile = join(import.meta.dirname, '../../../test/fakes/hostile-stdio.mjs')
const ofEra = join(import.meta.dirname, '../../../test/fakes/era-stdio.mjs')
const eras = ['modern', 'strict', 'silent'] as const
const everything = fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js'))
const nodeModules = everything.slice(0, everything.indexOf('/node_modules/') + '/node_modules'.length)
const node = { command: process.execPath, description: '', env: {} }
const app = await startTestApp({
  hasPieces: false,
  stdioServers: [
    { ...node, name: 'everything', args: [everything, 'stdio'], readable: [nodeModules] },
    { ...node, name: 'hostile', args: [hostile], readable: [dirname(hostile)], env: { GIVEN: 'yes' } },
    { ...node, name: 'broken', args: ['/no/such/program.mjs'], readable: [] },
    ...eras.map((era) => ({ ...node, name: era, args: [ofEra, era], readable: [dirname(ofEra)] })),
  ],
})
after(() => app.stop())

const imports = '/api/v1/toolkits/import/mcp'
let project: TestProject
before(async () => {
  project = await app.newProject()
})
const execute = async (slug: string, args: object = {}, more: object = {}, caller = project.admin) =>
  (await caller.post(`/api/v1/tools/execute/${slug}`, { arguments: args, ...more })).body.data
async function textOf(...call: Parameters<typeof execute>): Promise<string> {
  const { data, error } = await execute(...call)
  assert.ok(data, error)
  return data.content[0].text
}

/** Processes of the program that are alive. */
const alive = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      const path = `/proc/${pid}/cmdline`
      try {
        return existsSync(path) && readFileSync(path, 'utf8').includes(hostile)
      } catch {
        return false
      }
    })
    .map(Number)

describe('stdio servers', { skip: !isSealable() }, () => {
  it('200: are listed without their commands, and imported by name alone', async () => {
    const { body, text } = await project.admin.get('/api/v1/mcp_manager/external/stdio')
    assert.deepEqual(
      body.data.map(({ url }: { url: string }) => url),
      ['everything', 'hostile', 'broken', ...eras].map((name) => `stdio:${name}`),
    )
    assert.ok(!text.includes(hostile))
    const test = '/api/v1/mcp_manager/external/test'
    for (const name of ['nobody', 'sh -c id', '__proto__', '/bin/sh'])
      for (const path of [imports, test]) {
        const refused = await project.admin.post(path, {
          url: `stdio:${name}`,
          ...(path === imports ? { slug: 'evil' } : {}),
        })
        assert.deepEqual(
          [refused.status, ['address_not_allowed', 'invalid_parameter'].includes(refused.body.error.code)],
          [400, true],
          refused.text,
        )
      }
    const command = { slug: 'evil', command: 'sh', args: ['-c', 'id'] }
    assert.equal((await project.admin.post(imports, command)).status, 400)
    const headers = { slug: 'evil', url: 'stdio:hostile', headers: { a: 'b' } }
    assert.equal((await project.admin.post(imports, headers)).status, 400)
  })

  for (const era of eras)
    it(`200: a program that speaks one era alone is imported and called: ${era}`, async () => {
      const imported = await project.admin.post(imports, { slug: `of-${era}`, url: `stdio:${era}` })
      assert.equal(imported.body.data?.toolCount, 1, imported.text)
      assert.equal(await textOf(`of-${era}_era`), era)
    })

  it('200: each tool of server-everything is called', async () => {
    const { body, text } = await project.admin.post(imports, { slug: 'local-all', url: 'stdio:everything' })
    assert.ok(body.data?.toolCount > 5, text)
    assert.match(await textOf('local-all_get_sum', { a: 2, b: 40 }), /42/)
    for (const { slug } of body.data.tools) {
      const { inputParameters } = (await project.admin.get(`/api/v1/tools/byId/${slug}`)).body.data
      const called = await execute(slug, argumentsFor(inputParameters))
      assert.ok(called?.logId, `${slug}: ${JSON.stringify(called)}`)
    }
  })

  it('have no files, sockets, processes or variables but their own', async () => {
    const imported = await project.admin.post(imports, { slug: 'hostile', url: 'stdio:hostile' })
    assert.equal(imported.status, 200, imported.text)
    const { environment, own, ...refused } = JSON.parse(await textOf('hostile_probe'))
    assert.deepEqual([environment, own], ['GIVEN', 'true'])
    assert.deepEqual(refused, {
      secret: 'EACCES',
      parent: 'EACCES',
      write: 'EACCES',
      spawn: 'EPERM',
      kill: 'EPERM',
      connect: 'EPERM',
    })
  })

  it('stay for the next call of the same end user, and of no other', async () => {
    const [pid, calls] = (await textOf('hostile_pid')).split(' ').map(Number)
    assert.deepEqual((await textOf('hostile_pid')).split(' ').map(Number), [pid, calls! + 1])
    const other = await textOf('hostile_pid', {}, {}, project.admin.as('ada'))
    assert.notEqual(Number(other.split(' ')[0]), pid)
  })

  for (const [tool, errorCode] of someOf(
    [
      ['flood', 'output_too_large'],
      ['many', 'output_too_large'],
      ['giant', 'output_too_large'],
      ['garbage', 'upstream_unreachable'],
      ['exit', 'upstream_unreachable'],
      ['silent', 'timeout'],
      ['spin', 'timeout'],
      ['stubborn', 'timeout'],
    ],
    4,
  ))
    it(`fail alone: ${tool} is ${errorCode}, and the next call starts another process`, async () => {
      const before = (await textOf('hostile_pid')).split(' ')[0]!
      const failed = await execute(
        `hostile_${tool}`,
        {},
        { timeoutMs: errorCode === 'timeout' ? 1_000 : 30_000 },
      )
      assert.deepEqual([failed.successful, failed.errorCode], [false, errorCode], JSON.stringify(failed))
      await until(() => !alive().includes(Number(before)))
      assert.notEqual((await textOf('hostile_pid')).split(' ')[0], before)
    })

  it('502: a program that does not start is no server, and its errors say why', async () => {
    const { status, body } = await project.admin.post(imports, { slug: 'broken', url: 'stdio:broken' })
    assert.equal(status, 502)
    assert.match(body.message, /has exited/)
    const tested = await project.admin.post('/api/v1/mcp_manager/external/test', { url: 'stdio:broken' })
    assert.equal(tested.body.data.status, 'unreachable', tested.text)
  })

  it('end with the server', async () => {
    assert.ok(alive().length > 0)
    await app.app.mcp.stop()
    await until(() => alive().length === 0)
  })
})

describe('the file of stdio servers', () => {
  it('has absolute commands; what is wrong in it is named', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'stoa-stdio-'))
    const path = join(folder, 'servers.json')
    const read = async (content: unknown) => {
      await writeFile(path, JSON.stringify(content))
      return readStdioFile(path)
    }
    try {
      const [program] = await read({ mcpServers: { notes: { command: '/usr/bin/notes', args: ['--mcp'] } } })
      assert.deepEqual(
        [program?.name, program?.command, program?.args, program?.readable],
        ['notes', '/usr/bin/notes', ['--mcp'], []],
      )
      await assert.rejects(read({ mcpServers: { notes: { command: 'npx' } } }), /notes.command: .*absolute/)
      await assert.rejects(read({ mcpServers: { 'a b': { command: '/bin/a' } } }), /a b/)
      assert.throws(() => readStdioFile('servers.json'), /absolute path/)
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
