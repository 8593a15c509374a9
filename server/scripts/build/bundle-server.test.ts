import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
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

// Everything here is loaded before the database is started, and by every command.
test('the command line loads no area and no HTTP client before it needs them', async () => {
  await bundledLauncher()
  const sources = [...filesLoadedBy('cli.main.js')].flatMap(
    (name) => JSON.parse(readFileSync(join(builtServer.output, `${name}.map`), 'utf8')).sources as string[],
  )
  assert.ok(sources.includes('../src/start.ts'), 'the graph is followed')
  assert.deepEqual(
    sources.filter((name) => /\/src\/areas\/|\/src\/app\.ts$|\/undici\//.test(name)),
    [],
    'import it where it is used, with import()',
  )
})

// `import … from 'node:http'` alone loads it, which is a fifth of the time until the database is started.
test('the command line does not load the HTTP client of Node', async () => {
  const launcher = await bundledLauncher()
  const report = `process.on('exit', () => console.log(process.moduleLoadList.join()))`
  const { stdout } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(report)}`, launcher, '--version'],
    { encoding: 'utf8' },
  )
  assert.match(stdout, /NativeModule http\b/, 'modules are reported')
  assert.doesNotMatch(stdout, /undici/)
})

function filesLoadedBy(name: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(name)) return loaded
  loaded.add(name)
  const code = readFileSync(join(builtServer.output, name), 'utf8')
  // Without parentheses they are the static ones.
  for (const [, next] of code.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)) filesLoadedBy(next!, loaded)
  return loaded
}
