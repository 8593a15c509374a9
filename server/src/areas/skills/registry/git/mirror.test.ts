import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createGitRepository, packOf } from '../../../../../test/skills/git-repository.ts'
import { skillText } from '../../testing.ts'
import { readSkillFiles, skillPathsIn } from '../snapshot.ts'
import { openMirror } from './mirror.ts'
import { gitHash, openObjects } from './objects.ts'

let repository: Awaited<ReturnType<typeof createGitRepository>>
before(async () => {
  repository = await createGitRepository()
})
after(() => repository.remove())

const codeIs = (code: string) => (error: unknown) => (error as { code?: string }).code === code

test('branches, tags and commits of a mirror are read, and the files of a skill', async () => {
  const first = await repository.commit({
    'README.md': 'x',
    'skills/a/SKILL.md': skillText('a'),
    'skills/a/b/c.txt': 'c',
  })
  await repository.write('packed-refs', `# pack-refs with: peeled\n${first} refs/tags/v1\n`)
  const second = await repository.commit({ 'skills/a/SKILL.md': skillText('a', 'New') })
  for (const [ref, sha] of [
    ['', second],
    ['main', second],
    ['v1', first],
    [first, first],
  ] as const)
    assert.equal((await openMirror(repository.root, ref)).commitSha, sha, ref)
  const snapshot = await openMirror(repository.root, 'v1')
  assert.deepEqual(skillPathsIn(snapshot), ['skills/a'])
  const files = await readSkillFiles(snapshot, 'skills/a')
  assert.deepEqual(
    files.map(({ path, bytes }) => [path, bytes.length]),
    [
      ['SKILL.md', skillText('a').length],
      ['b/c.txt', 1],
    ],
  )
  for (const ref of ['nope', '../../etc/passwd', 'a..b', '/HEAD'])
    await assert.rejects(openMirror(repository.root, ref), codeIs('registry_not_found'), ref)
  await assert.rejects(openMirror('/nonexistent', ''), codeIs('provider_unavailable'))
})

test('links in a skill are refused, and objects that are not what their id says', async () => {
  await repository.commit({ 'l/SKILL.md': skillText('l'), 'l/passwd': { link: '/etc/passwd' } }, 'links')
  await assert.rejects(
    readSkillFiles(await openMirror(repository.root, 'links'), 'l'),
    codeIs('invalid_package'),
  )
  await repository.commit({ 'd/SKILL.md': skillText('d', 'damaged') }, 'damaged')
  const snapshot = await openMirror(repository.root, 'damaged')
  const { id } = snapshot.entries[0]!
  const other = await openMirror(repository.root, 'main')
  const { readFile } = await import('node:fs/promises')
  const { id: otherId } = other.entries[0]!
  const bytes = await readFile(`${repository.root}/objects/${otherId.slice(0, 2)}/${otherId.slice(2)}`)
  await repository.write(`objects/${id.slice(0, 2)}/${id.slice(2)}`, bytes)
  await assert.rejects(readSkillFiles(snapshot, 'd'), /damaged/)
})

test('packed objects are read, with deltas to an offset and to an id', async () => {
  const base = Buffer.from('0123456789'.repeat(40))
  const copied = Buffer.concat([base.subarray(0, 300), Buffer.from('new')])
  const appended = Buffer.concat([copied.subarray(100, 200), Buffer.from('end')])
  // Lengths of both in seven bits, then copies and insertions.
  const toCopied = Buffer.from([0x90, 0x03, 0xaf, 0x02, 0xb0, 0x2c, 0x01, 3, ...Buffer.from('new')])
  const toAppended = Buffer.from([0xaf, 0x02, 0x67, 0x91, 100, 100, 3, ...Buffer.from('end')])
  const [a, b, c] = [base, copied, appended].map((bytes) => gitHash('blob', bytes)) as [
    string,
    string,
    string,
  ]
  const { pack, index } = packOf([
    { id: a, type: 3, bytes: base },
    { id: b, type: 6, base: a, bytes: toCopied },
    { id: c, type: 7, base: b, bytes: toAppended },
  ])
  await repository.write('objects/pack/pack-1.pack', pack)
  await repository.write('objects/pack/pack-1.idx', index)
  const objects = openObjects(repository.root)
  for (const [id, bytes] of [
    [a, base],
    [b, copied],
    [c, appended],
  ] as const)
    assert.deepEqual(await objects.read(id, 'blob'), bytes)
  await assert.rejects(objects.read('f'.repeat(40), 'blob'), /no object/)
})
