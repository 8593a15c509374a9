import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { isBuiltSince, isFresh, isUntouched, stampOf, writeStamp } from './freshness.ts'

test('a build is stale when a source changed, came or went, and not when it was only touched', (t) => {
  const home = mkdtempSync(join(tmpdir(), 'stoa-fresh-'))
  t.after(() => rmSync(home, { recursive: true }))
  const [output, src] = [join(home, 'dist'), join(home, 'src')]
  mkdirSync(output)
  mkdirSync(join(src, 'deep'), { recursive: true })
  const file = join(src, 'deep/a.ts')
  const write = (text: string, path = file) => writeFileSync(path, text)
  write('one')
  const built = { output, sources: [src] }
  const states = () => [isUntouched(built), isFresh(built)]

  assert.deepEqual(states(), [false, false], 'never built')
  writeStamp(output, stampOf(built))
  assert.deepEqual(states(), [true, true])

  utimesSync(file, 1, 1)
  assert.deepEqual(states(), [false, true], 'the contents are the same')
  assert.deepEqual(states(), [true, true], 'which is remembered')

  write('two')
  assert.deepEqual(states(), [false, false])
  writeStamp(output, stampOf(built))
  write('a test', join(src, 'a.test.ts'))
  assert.deepEqual(states(), [true, true], 'tests are not part of a build')
  write('more', join(src, 'b.ts'))
  assert.deepEqual(states(), [false, false])
  rmSync(join(src, 'b.ts'))
  assert.deepEqual(states(), [true, true])
  rmSync(file)
  assert.deepEqual(states(), [false, false])
})

test('a build is known by its time to have replaced another one', (t) => {
  const output = mkdtempSync(join(tmpdir(), 'stoa-fresh-'))
  t.after(() => rmSync(output, { recursive: true }))
  const built = { output, sources: [] }
  assert.equal(isBuiltSince(built, 0), false, 'never built')
  writeStamp(output, stampOf(built))
  utimesSync(join(output, 'sources.json'), 100, 100)
  assert.deepEqual(
    [99_000, 100_000, 101_000].map((time) => isBuiltSince(built, time)),
    [true, true, false],
  )
})

// Loading what removes types takes longer than the rest of the launcher.
test('nothing that a start loads before the server has types', () => {
  const loaded = new Set<string>()
  const follow = (file: URL) => {
    if (loaded.has(file.pathname)) return
    loaded.add(file.pathname)
    for (const [, name] of readFileSync(file, 'utf8').matchAll(
      /(?:from |import\(|new URL\()'(\.[^']+\.m?[jt]s)'/g,
    ))
      if (!/build-if-stale|\/(src|dist)\//.test(name!)) follow(new URL(name!, file))
  }
  follow(new URL('../start.mjs', import.meta.url))
  assert.ok(loaded.size >= 5, 'imports are followed')
  assert.deepEqual(
    [...loaded].filter((name) => !name.endsWith('.mjs')),
    [],
  )
})
