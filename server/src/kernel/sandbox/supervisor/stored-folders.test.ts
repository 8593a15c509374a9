import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { findOrMake, removeOutdated } from './stored-folders.ts'

const folder = mkdtempSync(join(tmpdir(), 'stoa-kept-'))
after(() => rmSync(folder, { recursive: true, force: true }))

let made = 0
const make = (roots: readonly string[]) =>
  findOrMake({
    roots,
    name: 'python-0123456789abcdef',
    isWhole: (folder) => existsSync(join(folder, 'content')),
    async fill(draft) {
      made++
      await Promise.resolve()
      writeFileSync(join(draft, 'content'), 'x')
    },
  })

test('what one data directory had made is found from another', async () => {
  const shared = join(folder, 'shared')
  made = 0
  const first = await make([shared, join(folder, 'one')])
  assert.equal(await make([shared, join(folder, 'two')]), first)
  assert.equal(made, 1)
  assert.deepEqual(readdirSync(shared), ['python-0123456789abcdef'])
})

test('where the first folder cannot be written, the second is used', async () => {
  writeFileSync(join(folder, 'file'), '')
  const made = await make([join(folder, 'file', 'below'), join(folder, 'three')])
  assert.equal(made, join(folder, 'three', 'python-0123456789abcdef'))
})

test('a fault leaves nothing behind', async () => {
  const root = join(folder, 'four')
  const failing = findOrMake({
    roots: [root],
    name: 'python-0123456789abcdef',
    isWhole: () => false,
    fill: () => Promise.reject(new Error('no')),
  })
  await assert.rejects(failing, /no/)
  assert.deepEqual(readdirSync(root), [])
})

test('what is old and unused goes, drafts sooner than the rest', () => {
  const root = join(folder, 'five')
  const ages: [string, number][] = [
    ['python-00000000000000aa', 1],
    ['programs-00000000000000bb', 8 * 24],
    ['python-00000000000000cc', 8 * 24],
    ['python-00000000000000dd.12.draft', 2],
    ['python-00000000000000ee.12.draft', 0],
    ['blobs', 100 * 24],
  ]
  for (const [name, hours] of ages) {
    mkdirSync(join(root, name), { recursive: true })
    const then = new Date(Date.now() - hours * 3_600_000)
    utimesSync(join(root, name), then, then)
  }
  removeOutdated([root, join(folder, 'nowhere')], [join(root, 'python-00000000000000cc')])
  assert.deepEqual(readdirSync(root).sort(), [
    'blobs',
    'python-00000000000000aa',
    'python-00000000000000cc',
    'python-00000000000000ee.12.draft',
  ])
})
