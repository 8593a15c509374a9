import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { sourceStack } from './source-stack.ts'

test('the stack of a bundle names the lines of its sources, and other frames stay as they are', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'stoa-stack-'))
  t.after(() => rm(directory, { recursive: true }))
  const outfile = join(directory, 'bundle.js')
  const contents =
    'type Never = string\n\nexport function fail(): Never {\n  throw new Error("on line four")\n}\n'
  await build({
    stdin: { contents, loader: 'ts', sourcefile: 'src/failing.ts' },
    outfile,
    bundle: true,
    format: 'esm',
    sourcemap: 'linked',
    absWorkingDir: directory,
  })
  const { fail } = (await import(pathToFileURL(outfile).href)) as { fail(): never }
  let stack = ''
  try {
    fail()
  } catch (error) {
    stack = (error as Error).stack!
  }
  const mapped = sourceStack(stack)
  assert.match(mapped, /on line four\n.*src\/failing\.ts:4:\d+/)
  assert.ok(!mapped.includes('bundle.js'))
  assert.ok(mapped.includes('source-stack.test.ts'), 'frames of other files')
})
