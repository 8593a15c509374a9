import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { stampOf, writeStamp } from './freshness.ts'
import { allBuilds, type Build, buildStale } from './stale-builds.ts'

/** Builds of which nothing is there, and what was built. */
function missingBuilds(t: TestContext, names: readonly string[]) {
  const directory = mkdtempSync(join(tmpdir(), 'stoa-builds-'))
  t.after(() => rmSync(directory, { recursive: true }))
  writeFileSync(join(directory, 'source.ts'), '')
  const done: string[] = []
  const builds = names.map((name): Build => {
    const built = { output: directory, sources: [join(directory, 'source.ts')] }
    const build = async () => {
      if (name === 'broken') throw new Error('no memory\n at all')
      done.push(name)
      writeStamp(directory, stampOf(built))
    }
    return { name, built, build, without: 'it is left out' }
  })
  return { builds, done }
}

test('a package has everything built, whatever the folder is called that it is written into', async (t) => {
  const { builds, done } = missingBuilds(t, ['server', 'dashboard'])
  const { argv } = process
  process.argv = [argv[0]!, 'pack.ts', '/package']
  t.after(() => {
    process.argv = argv
  })
  assert.deepEqual(await buildStale(builds, () => undefined), [])
  assert.deepEqual(done, ['server', 'dashboard'])
  assert.deepEqual(
    allBuilds.map(({ name }) => name),
    ['server', 'dashboard'],
  )
})

test('what is fresh is left alone, and what cannot be built is returned with its reason', async (t) => {
  const lines: string[] = []
  const say = (line: string) => void lines.push(line)
  const { builds, done } = missingBuilds(t, ['server'])
  await buildStale(builds, say)
  await buildStale(builds, say)
  assert.deepEqual(done, ['server'])
  const { builds: broken } = missingBuilds(t, ['broken'])
  const failed = await buildStale(broken, say)
  assert.deepEqual(
    failed.map(({ name }) => name),
    ['broken'],
  )
  assert.ok(lines.includes('The broken could not be built (no memory); it is left out.'), lines.join('\n'))
})
