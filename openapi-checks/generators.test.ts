import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

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

/** Compiles as strictly as most projects do; fails with what the compiler said. */
async function compile(folder: string): Promise<void> {
  const compilerOptions = {
    strict: true,
    noEmit: true,
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
}

test('a client that orval generated compiles', async () => {
  const folder = join(directory, 'orval')
  const args = ['--input', description, '--output', join(folder, 'client.ts'), '--client', 'fetch']
  await run(process.execPath, [programOf('orval'), ...args], { cwd: directory })
  await compile(folder)
})

test('a client that hey-api generated compiles', async () => {
  const folder = join(directory, 'hey-api')
  const args = ['-i', description, '-o', folder, '--no-log-file']
  // Its program starts another one.
  const env = { ...process.env, NODE_OPTIONS: `--import=${olderTypeScript}` }
  await run(process.execPath, [programOf('@hey-api/openapi-ts'), ...args], { cwd: directory, env })
  await compile(folder)
})
