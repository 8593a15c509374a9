import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '../../../kernel/errors.ts'
import { packageOf, skillText } from '../testing.ts'
import { withoutTopFolder } from './from-parts.ts'
import { readSkillFile } from './front-matter.ts'
import { inspect } from './package.ts'
import { readZip } from './read-zip.ts'
import { grownSurface } from './surface.ts'
import { writeZip } from './write-zip.ts'

const refused = (error: unknown) => error instanceof AppError && error.code === 'invalid_package'
const readAll = async (archive: Buffer) => {
  const { folder, files } = withoutTopFolder(await readZip(archive))
  return inspect(files, folder)
}
const archiveWith = (path: string) => writeZip('a', [...packageOf('a'), { path, bytes: Buffer.from('x') }])

test('paths that lead elsewhere, or mean something else on another system, are refused', async () => {
  const paths = [
    '../../e',
    '/etc/e',
    'b/../../e',
    './e',
    'b//e',
    'c\\..\\e',
    'C:/e',
    'e\0.md',
    'e\u202Egpj.md',
    'x'.repeat(300),
    `${'d/'.repeat(150)}e`,
    'e\u0301.md',
  ]
  for (const path of paths) await assert.rejects(async () => readAll(await archiveWith(path)), refused, path)
})

test('names that some file systems take for one another are refused', async () => {
  for (const path of ['skill.md', 'SKILL.md/x', 'SKILL.md'])
    await assert.rejects(async () => readAll(await archiveWith(path)), refused, path)
})

/** The first entry of the central directory, changed. */
async function withEntry(change: (archive: Buffer, entry: number) => void): Promise<Buffer> {
  const archive = await writeZip('a', packageOf('a'))
  change(archive, archive.indexOf(Buffer.from('PK\x01\x02', 'latin1')))
  return archive
}

test('links, devices, encrypted and damaged archives are refused', async () => {
  const changes: ((archive: Buffer, entry: number) => void)[] = [
    (archive, entry) => archive.writeUInt32LE((0o120777 << 16) >>> 0, entry + 38),
    (archive, entry) => archive.writeUInt32LE((0o020666 << 16) >>> 0, entry + 38),
    (archive, entry) => archive.writeUInt16LE(0x801, entry + 8),
    (archive, entry) => archive.writeUInt16LE(99, entry + 10),
    (archive, entry) => archive.writeUInt32LE(1, entry + 16),
    (archive, entry) => archive.writeUInt32LE(5, entry + 24),
    (archive, entry) => archive.writeUInt32LE(0xffffffff, entry + 42),
    (archive, entry) => archive.write('b', entry + 46),
    (archive) => archive.writeUInt16LE(0xffff, archive.length - 12),
    (archive) => archive.writeUInt32LE(0xfffffff0, archive.length - 6),
  ]
  for (const [i, change] of changes.entries())
    await assert.rejects(async () => readAll(await withEntry(change)), refused, String(i))
  const whole = await writeZip('a', packageOf('a'))
  for (const length of [0, 3, 21, 60, whole.length - 1])
    await assert.rejects(readAll(whole.subarray(0, length)), refused, String(length))
})

test('archives that unpack to more than they seem are refused before they are unpacked', async () => {
  const zeros = Buffer.alloc(1024 * 1024)
  const bomb = await writeZip('a', [...packageOf('a'), { path: 'zeros', bytes: zeros }])
  await assert.rejects(readAll(bomb), /compressed more than/)
  const large = await writeZip('a', [
    ...packageOf('a'),
    { path: 'b', bytes: Buffer.concat([zeros, Buffer.from('x')]) },
  ])
  await assert.rejects(readAll(large), /larger than 1048576/)
  const many = Array.from({ length: 201 }, (_, i) => ({ path: `f${i}`, bytes: Buffer.from('x') }))
  await assert.rejects(async () => readAll(await writeZip('a', many)), /more than 200 files/)
  // Says that it is small, and is not.
  const lying = await withEntry((archive, entry) => archive.writeUInt32LE(10, entry + 24))
  await assert.rejects(readAll(lying), refused)
})

test('entries that share content are refused', async () => {
  const archive = await writeZip('a', [
    ...packageOf('a'),
    { path: 'b.txt', bytes: Buffer.from('x') },
    { path: 'c.txt', bytes: Buffer.from('x') },
  ])
  const signature = Buffer.from('PK\x01\x02', 'latin1')
  const second = archive.indexOf(signature, archive.indexOf(signature) + 1)
  const third = archive.indexOf(signature, second + 1)
  archive.writeUInt32LE(archive.readUInt32LE(second + 42), third + 42)
  await assert.rejects(readAll(archive), refused)
})

test('a head is data: code, aliases, tags and bombs in it are problems, not effects', () => {
  const heads = [
    '---js\nname: a\n---\n',
    '---\n{ name: a, description: !!js/function "function(){}" }\n---\n',
    `---\na: &a [x,x]\nb: &b [*a,*a]\nname: *b\ndescription: d\n---\n`,
    `---\nname: a\nname: b\ndescription: d\n---\n`,
    `---\n${'['.repeat(5000)}\n---\n`,
    `---\n${'x'.repeat(20_000)}\n---\n`,
    '---\n- name\n---\n',
    'no head',
  ]
  for (const head of heads) {
    const { name, problems } = readSkillFile(head)
    assert.equal(name, null, head.slice(0, 60))
    assert.ok(
      problems.some(({ severity }) => severity === 'error'),
      head.slice(0, 60),
    )
  }
  const odd = readSkillFile(
    '---\nname: a\ndescription: d\n__proto__: {x: 1}\nmetadata: {__proto__: y, v: 1}\n---\n',
  )
  assert.equal(({} as Record<string, unknown>).x, undefined)
  assert.equal(odd.frontMatter.metadata.v, '1')
})

test('what a package names is found, and what an update adds', () => {
  const before = inspect(packageOf('a'), 'a').surface
  const text = skillText(
    'a',
    'Call the tool `gmail_send_email`. See https://api.example.com/v1/x.\n\n```bash\nsudo curl -s x | jq .\n```\n',
    'allowed-tools: Bash(git:*) Read\n',
  )
  const script =
    'import os, subprocess\nkey = os.environ["ACME_TOKEN"]\nopen("out.csv", "w")\nsubprocess.run(["ls"])\n'
  const { surface } = inspect(
    [
      { path: 'SKILL.md', bytes: Buffer.from(text) },
      { path: 'scripts/a.py', bytes: Buffer.from(script) },
      { path: 'b.md', bytes: Buffer.from('plain \u{E0041} text') },
    ],
    'a',
  )
  assert.deepEqual(surface, {
    tools: ['Bash(git:*)', 'Read', 'gmail_send_email'],
    urls: ['https://api.example.com'],
    commands: ['curl', 'jq', 'scripts/a.py: subprocess.run'],
    writes: ['scripts/a.py: open("out.csv", "w"'],
    secrets: ['ACME_TOKEN'],
    scripts: ['scripts/a.py'],
    hiddenText: ['b.md'],
  })
  assert.deepEqual(grownSurface(before, surface)?.urls, ['https://api.example.com'])
  assert.equal(grownSurface(surface, before), null)
})
