import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { startTestApp, type TestApp } from '../../server/test/harness.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')

/** The oldest Node of this machine: npm scripts find the newest first. */
function oldestNode(): string {
  const found = (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'node'))
    .filter((path) => existsSync(path))
  const versionOf = (path: string) =>
    Number(execFileSync(path, ['-p', 'process.versions.node.split(".")[0]'], { encoding: 'utf8' }))
  const usable = [process.execPath, ...found].filter((path) => versionOf(path) >= 20)
  return usable.sort((a, b) => versionOf(a) - versionOf(b))[0]!
}

let app: TestApp
let project: string
before(async () => {
  app = await startTestApp()
  project = await mkdtemp(join(tmpdir(), 'stoa-packed-'))
})
after(async () => {
  await app.stop()
  await rm(project, { recursive: true, force: true })
})

test('the packed client is installed into an empty project and runs there, on the oldest Node at hand', async () => {
  const { stdout: packed } = await run(process.execPath, [join(root, 'sdk/scripts/pack.ts'), project])
  await writeFile(join(project, 'package.json'), '{ "type": "module", "private": true }')
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', packed.trim()], { cwd: project })
  await writeFile(
    join(project, 'first-call.js'),
    `import { createStoa, externalUsers } from '@stoa/sdk'
     import { list } from '@stoa/sdk/external-users'
     const stoa = createStoa({ baseUrl: process.env.STOA_URL, apiKey: process.env.STOA_API_KEY })
     await externalUsers.create(stoa, { name: 'alice' })
     console.log((await list(stoa)).data.map(({ name }) => name).join())`,
  )
  const { adminKey } = await app.newProject()
  const env = { ...process.env, STOA_URL: await app.listen(), STOA_API_KEY: adminKey }
  const { stdout } = await run(oldestNode(), ['first-call.js'], { cwd: project, env })
  assert.match(stdout, /alice/)
})
