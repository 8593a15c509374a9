import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { until } from '../../../test/until.ts'
import { createLog } from '../log.ts'
import { createSupervisorLink } from './supervisor-link.ts'
import { testDataDir } from './testing.ts'

const settings = {
  dataDir: testDataDir,
  memoryBytes: 128 * 1024 * 1024,
  cancelGraceMs: 400,
  warm: { javascript: 0, python: 0 },
  warmsAtStart: false,
  engines: { javascript: 'quickjs', python: 'pyodide' },
  hasBubblewrap: true,
  allowUnsealed: false,
  capacityMegabytes: 4096,
} as const

const frame = `const frame = (text) => {
  const header = Buffer.from(text), prefix = Buffer.alloc(8)
  prefix.writeUInt32LE(header.length, 0)
  return Buffer.concat([prefix, header])
}`

for (const [what, bytes] of [
  ['a length that none has', 'Buffer.alloc(8, 255)'],
  ['a header that is no JSON', `frame('{"id":')`],
  ['a header that is nothing', `frame('null')`],
] as const)
  it(`a supervisor that sends ${what} is replaced, and its requests are lost`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'stoa-link-'))
    t.after(() => rm(folder, { recursive: true }))
    const program = join(folder, 'supervisor.mjs')
    await writeFile(
      program,
      `import { Socket } from 'node:net'
      ${frame}
      const server = new Socket({ fd: 3, readable: true, writable: true })
      server.on('data', () => server.write(${bytes})).on('close', () => process.exit(0))`,
    )
    const log = createLog({ level: 'silent', secrets: [] })
    const link = createSupervisorLink({ settings, log, program })
    t.after(() => link.close())
    const { response } = await link.request({ to: 'state' }).final
    assert.deepEqual([response.from, response.from === 'exited' && response.reason], ['exited', 'crashed'])
    await until(() => link.generation() === 2 && link.pid() !== null)
  })
