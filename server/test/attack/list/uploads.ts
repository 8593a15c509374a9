import { writeZip } from '../../../src/areas/skills/package/write-zip.ts'
import { apiKey } from '../../process/stoa.ts'
import type { Attack } from '../attack.ts'
import type { Target } from '../target.ts'

const boundary = 'attack-boundary'
const whole = Buffer.from(
  [
    `--${boundary}`,
    'content-disposition: form-data; name="note"',
    '',
    'a note',
    `--${boundary}`,
    'content-disposition: form-data; name="file"; filename="a.csv"',
    'content-type: text/csv',
    '',
    'name\nAda\nGrace',
    `--${boundary}--`,
    '',
  ].join('\r\n'),
)

/** A request that says how long its body is, and is as long as it says; only the last boundary may be missing. */
function request(path: string, body: Buffer): Buffer {
  const head = [
    `POST ${path} HTTP/1.1`,
    'host: localhost',
    `x-api-key: ${apiKey}`,
    `content-type: multipart/form-data; boundary=${boundary}`,
    `content-length: ${body.length}`,
    'connection: close',
  ]
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body])
}

async function cutAt(target: Target, path: string, at: number) {
  const text = await target.sendBytes(request(path, whole.subarray(0, at)))
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), text }
}

const truncated = (id: string, path: string): Attack => ({
  id,
  what: `a multipart body cut at every seventh byte: ${path}`,
  prepare: (target) =>
    target.post('/api/v1/table/collections', { name: 'attack-import', slug: 'attack-import' }),
  async play(target) {
    const responses = []
    // Up to the two dashes that close it: what follows them may be missing.
    for (let at = 0; at < whole.length - '--\r\n'.length; at += 7)
      responses.push(await cutAt(target, path, at))
    return responses
  },
  expects: [400, 415, 422],
})

const head = '---\nname: attack\ndescription: d\n---\n'
const mebibyte = 1024 * 1024

/** Packages of skills, each as bad as it can be for one part of the reader. */
async function packages(): Promise<Buffer[]> {
  const file = (path: string, text: string) => ({ path, bytes: Buffer.from(text) })
  const named = (i: number) =>
    `https://h${i}.example.com \`A_${i}_b\` tool $X${i}_TOKEN open(a, "w") subprocess.run ${' '.repeat(40)}\n`
  const large = Array.from({ length: 10 }, (_, n) =>
    file(`${n}.py`, Array.from({ length: 7_000 }, (_, i) => named(n * 10_000 + i)).join('')),
  )
  return [
    await writeZip('attack', [file('SKILL.md', head), { path: 'zeros', bytes: Buffer.alloc(mebibyte) }]),
    await writeZip('attack', [file('SKILL.md', head), ...large]),
    await writeZip('attack', [file('SKILL.md', `---\n${'[{'.repeat(8_000)}\n---\n`)]),
    await writeZip('attack', [file('SKILL.md', `${head}\`\`\`sh\n${'a|'.repeat(400_000)}`)]),
    await writeZip('attack', [file('SKILL.md', head), file('a.md', `${'A_'.repeat(500_000)}`)]),
  ]
}

const hostilePackages: Attack = {
  id: 'U04',
  what: 'packages of skills: a bomb, 10 MB of names, a deep head, long lines',
  async play(target) {
    const responses = []
    for (const archive of await packages()) {
      const start = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.zip"\r\n\r\n`
      const form = Buffer.concat([Buffer.from(start), archive, Buffer.from(`\r\n--${boundary}--\r\n`)])
      const text = await target.sendBytes(request('/api/v1/skills/validate', form))
      responses.push({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), text })
    }
    return responses
  },
  expects: [200, 422],
}

export const uploadAttacks: readonly Attack[] = [
  truncated('U01', '/api/v1/file/upload/single/other'),
  truncated('U02', '/api/v1/file/upload/multiple/other'),
  truncated('U03', '/api/v1/table/collections/attack-import/documents/import?format=csv'),
  hostilePackages,
]
