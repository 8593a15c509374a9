import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { refuseNamelessImports } from './bundle-server.ts'
import { findEntryPoints, placeInBundle } from './entry-points.ts'

const places = { src: '/repo/server/src', output: '/repo/server/dist' }
const placed = (text: string) => placeInBundle(text, '/repo/server/src/kernel/compute/thread.ts', places)

test('programs are beside the bundle, and everything else stays beside the sources', () => {
  assert.equal(
    placed(`new Worker(new URL('./worker.ts', import.meta.url))`),
    `new Worker(new URL('./kernel.compute.worker.js', import.meta.url))`,
  )
  assert.equal(
    placed(`join(import.meta.dirname, '../sandbox/main.ts')`),
    `join(import.meta.dirname, 'kernel.sandbox.main.js')`,
  )
  assert.equal(
    placed(`defineJob(new URL(import.meta.url), 'work')`),
    `defineJob(new URL('./kernel.compute.thread.js', import.meta.url), 'work')`,
  )
  assert.equal(
    placed(`new URL('../pages', import.meta.url)`),
    `new URL('../pages', new URL('../src/kernel/compute/thread.ts', import.meta.url).href)`,
  )
  assert.equal(
    placed(`join(import.meta.dirname, 'guest.js')`),
    `join((import.meta.dirname + '/../src/kernel/compute'), 'guest.js')`,
  )
  assert.equal(placed(`import.meta.resolve('pg')`), `import.meta.resolve('pg')`)
})

test('a program that is named in another form fails the build instead of a later start', () => {
  for (const text of [
    'new Worker(new URL(`./worker.ts`, import.meta.url))\nimport.meta.filename',
    `join(import.meta.dirname, '..', 'worker.ts')`,
    `fork(import.meta.filename)`,
  ])
    assert.throws(() => placed(text), /form that the bundle does not know/, text)
})

test('every thread, process and job of the server is an entry point', () => {
  const src = join(import.meta.dirname, '../../src')
  const { programs } = findEntryPoints({ src, output: join(src, '../dist') })
  for (const path of Object.values(programs)) assert.ok(existsSync(path), path)
  for (const name of [
    'cli.main',
    'kernel.compute.worker',
    'kernel.sandbox.supervisor.main',
    'areas.browsers.child.main',
    'areas.knowledge.text.prepare-jobs',
  ])
    assert.ok(name in programs, name)
  assert.ok(!Object.keys(programs).some((name) => name.includes('testing')))
})

test('a dynamic import that would have no names in the bundle fails the build', () => {
  const inputs = (format: 'cjs' | 'esm', kind: 'dynamic-import' | 'import-statement') => ({
    inputs: {
      'src/s3.ts': { bytes: 1, format: 'esm' as const, imports: [{ path: 'package.js', kind }] },
      'package.js': { bytes: 1, format, imports: [] },
    },
  })
  assert.throws(
    () => refuseNamelessImports(inputs('cjs', 'dynamic-import')),
    /src\/s3\.ts imports package\.js/,
  )
  refuseNamelessImports(inputs('esm', 'dynamic-import'))
  refuseNamelessImports(inputs('cjs', 'import-statement'))
})
