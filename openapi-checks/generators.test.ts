import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { startTestApp } from '../server/test/harness.ts'
import { inLongRun } from '../server/test/size.ts'

const run = promisify(execFile)
const require = createRequire(import.meta.url)
const description = fileURLToPath(new URL('../server/openapi.json', import.meta.url))
const olderTypeScript = fileURLToPath(new URL('older-typescript.ts', import.meta.url))

/** The program that a package puts on the command line. */
function programOf(name: string): string {
  const manifest = require.resolve(`${name}/package.json`)
  const { bin } = require(manifest) as { bin: string | Record<string, string> }
  return join(dirname(manifest), typeof bin === 'string' ? bin : Object.values(bin)[0]!)
}

let directory: string
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'stoa-clients-'))
})
after(() => rm(directory, { recursive: true, force: true }))

/** Compiles into JavaScript, as strictly as most projects do; fails with what the compiler said. */
async function compile(folder: string): Promise<string> {
  const compiled = `${folder}-compiled`
  const compilerOptions = {
    strict: true,
    outDir: compiled,
    rootDir: folder,
    skipLibCheck: true,
    types: [],
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2023', 'dom', 'dom.iterable'],
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['.'] }))
  const compiler = fileURLToPath(new URL('../node_modules/.bin/tsc', import.meta.url))
  await run(compiler, ['-p', folder]).catch((error: { stdout: string }) =>
    assert.fail(error.stdout.slice(0, 4000)),
  )
  await writeFile(join(compiled, 'package.json'), JSON.stringify({ type: 'module' }))
  return compiled
}

test('a client that orval generated compiles', inLongRun, async () => {
  const folder = join(directory, 'orval')
  const args = ['--input', description, '--output', join(folder, 'client.ts'), '--client', 'fetch']
  await run(process.execPath, [programOf('orval'), ...args], { cwd: directory })
  await compile(folder)
})

test('a client that hey-api generated compiles and executes a workflow', async () => {
  const folder = join(directory, 'hey-api')
  const args = ['-i', description, '-o', folder, '--no-log-file']
  // Its program starts another one.
  const env = { ...process.env, NODE_OPTIONS: `--import=${olderTypeScript}` }
  await run(process.execPath, [programOf('@hey-api/openapi-ts'), ...args], { cwd: directory, env })
  await executeWorkflow(await compile(folder))
})

/** What the generated code is used with here; the compiler has checked its own types. */
type GeneratedSdk = Record<
  string,
  (options: {
    path?: Record<string, string>
    body?: unknown
  }) => Promise<{ data?: { data: Record<string, unknown> }; error?: unknown }>
>
type GeneratedStream = (options: {
  path: Record<string, string>
}) => Promise<{ stream: AsyncIterable<{ nodeId?: string; status?: string }> }>

/** Creates, activates and executes a workflow with the generated client, and reads its log as a stream. */
async function executeWorkflow(compiled: string): Promise<void> {
  const module = (name: string) => import(pathToFileURL(join(compiled, name)).href)
  const { client } = (await module('client.gen.js')) as { client: { setConfig(config: object): void } }
  const sdk = (await module('sdk.gen.js')) as GeneratedSdk
  await using cleanup = new AsyncDisposableStack()
  const app = await startTestApp()
  cleanup.defer(app.stop)
  app.app.runs.start()
  cleanup.defer(() => app.app.runs.stop(0))
  const { adminKey } = await app.newProject()
  client.setConfig({ baseUrl: await app.listen(), headers: { 'x-api-key': adminKey } })
  const graph = {
    nodes: [
      { id: 'start', type: 'start' },
      { id: 'double', type: 'set', values: { n: '{{ input.n * 2 }}' } },
      { id: 'end', type: 'end', output: { n: '{{ nodes.double.output.n }}' } },
    ],
    edges: [
      { from: 'start', to: 'double' },
      { from: 'double', to: 'end' },
    ],
  }
  const created = await sdk.postWorkflowManagerCreate!({ body: { name: 'Double', graph } })
  assert.equal(created.error, undefined)
  const path = { id: String(created.data!.data.id) }
  await sdk.patchWorkflowManagerActiveStatusById!({ path, body: { activeStatus: true } })
  const executed = await sdk.postWorkflowManagerExecuteById!({
    path,
    body: { input: { n: 21 }, wait: 10_000 },
  })
  assert.deepEqual(executed.data?.data.outputData, { n: 42 })
  const events = sdk.getWorkflowManagerExecutionsByIdEvents as unknown as GeneratedStream
  const { stream } = await events({ path: { id: String(executed.data?.data.executionId) } })
  const read = await Array.fromAsync(stream)
  assert.deepEqual(
    read.map(({ nodeId, status }) => nodeId ?? status),
    ['start', 'double', 'end', 'completed'],
  )
}
