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

export const uploadAttacks: readonly Attack[] = [
  truncated('U01', '/api/v1/file/upload/single/other'),
  truncated('U02', '/api/v1/file/upload/multiple/other'),
  truncated('U03', '/api/v1/table/collections/attack-import/documents/import?format=csv'),
]
