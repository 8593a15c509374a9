import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { startTestApp, type TestApp } from '../../server/test/harness.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const readme = await readFile(join(import.meta.dirname, '../README.md'), 'utf8')
const examples = [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code)

let app: TestApp
let directory: string
before(async () => {
  app = await startTestApp()
  app.app.runs.start()
  directory = await mkdtemp(join(tmpdir(), 'stoa-readme-'))
  await mkdir(join(directory, 'node_modules/@stoa'), { recursive: true })
  await symlink(join(root, 'sdk'), join(directory, 'node_modules/@stoa/sdk'))
  await symlink(join(root, 'node_modules/@types'), join(directory, 'node_modules/@types'))
  await writeFile(join(directory, 'package.json'), '{ "type": "module" }')
  const config = { extends: join(root, 'tsconfig.json'), include: ['*.ts'] }
  await writeFile(join(directory, 'tsconfig.json'), JSON.stringify(config))
  for (const [index, code] of examples.entries()) await writeFile(fileOf(index), code)
})
after(async () => {
  await app.app.runs.stop(0)
  await app.stop()
  await rm(directory, { recursive: true, force: true })
})

const fileOf = (index: number) => join(directory, `example-${index}.ts`)

test('every example of the README has the right types', async () => {
  assert.ok(examples.length >= 8)
  await run(join(root, 'node_modules/.bin/tsc'), ['-p', directory]).catch((error: { stdout: string }) =>
    assert.fail(error.stdout),
  )
})

test('every example of the README runs', async () => {
  const { adminKey } = await app.newProject()
  const env = { ...process.env, STOA_URL: await app.listen(), STOA_API_KEY: adminKey }
  for (const [index, code] of examples.entries()) {
    const { stdout } = await run(process.execPath, [fileOf(index)], { env }).catch(
      (error: { stderr: string }) => assert.fail(`${code}\n${error.stderr}`),
    )
    if (code.includes('console.log')) assert.notEqual(stdout, '', code)
  }
})
