import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { bundledLauncher } from '../../test/process/bundle.ts'
import { builtServer } from './freshness.ts'

// The bundler escapes texts but not regular expressions, and one other character makes a file of 5 MB take 10 of memory.
test('the files of the bundle are ASCII: others are held at two bytes for each character', async () => {
  await bundledLauncher()
  const files = globSync('*.js', { cwd: builtServer.output })
  const isAscii = (name: string) => readFileSync(join(builtServer.output, name)).every((byte) => byte < 0x80)
  assert.ok(files.length > 10)
  assert.deepEqual(
    files.filter((name) => !isAscii(name)),
    [],
    'write the character of the regular expression as \\u and its number',
  )
})
