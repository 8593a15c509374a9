import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { startTestApp } from '../harness.ts'
import { inLongRun } from '../size.ts'

const run = promisify(execFile)
// As an outsider installs it: it brings 120 packages, which nothing else here needs.
const inspector = '@modelcontextprotocol/inspector@2.12.0'

/** Null where the registry cannot be reached. */
async function installed(t: TestContext): Promise<string | null> {
  const directory = await mkdtemp(join(tmpdir(), 'stoa-inspector-'))
  t.after(() => rm(directory, { recursive: true }))
  const args = ['install', '--prefix', directory, '--ignore-scripts', '--no-audit', '--no-fund', inspector]
  const isDone = await run('npm', args).then(
    () => true,
    () => false,
  )
  return isDone
    ? join(directory, 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js')
    : null
}

describe('the MCP Inspector on the command line', () => {
  it('lists and calls tools', inLongRun, async (t) => {
    const program = await installed(t)
    if (program === null) return t.skip(`${inspector} cannot be installed here`)
    const app = await startTestApp({ hasPieces: false })
    t.after(() => app.stop())
    const url = `${await app.listen()}/api/v1/mcp`
    const { adminKey } = await app.newProject()
    const call = async (...args: string[]) => {
      const options = ['--cli', url, '--transport', 'http', '--header', `x-api-key: ${adminKey}`, ...args]
      return JSON.parse((await run(process.execPath, [program, ...options])).stdout)
    }
    const { tools } = await call('--method', 'tools/list')
    assert.ok(tools.some(({ name }: { name: string }) => name === 'execute_tool'))
    const input = ['slug=text_slugify', 'arguments={"text":"Hello World"}'].flatMap((each) => [
      '--tool-arg',
      each,
    ])
    const result = await call('--method', 'tools/call', '--tool-name', 'execute_tool', ...input)
    assert.deepEqual(result.structuredContent, { slug: 'hello-world' })
    assert.deepEqual(Object.keys(await call('--method', 'resources/list')), ['resources'])
  })
})
