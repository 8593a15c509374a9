import { crc32, deflateSync } from 'node:zlib'
import type { Stoa } from '@stoa/sdk'

const fileTypeOf = { png: 'image', wav: 'audio', bin: 'other' } as const

type Content = string | Uint8Array<ArrayBuffer>

/** Files of every kind that has a preview, some of them an end user's. */
export async function seedFiles(stoa: Stoa): Promise<void> {
  const own: [string, Content][] = [
    ['harbour.png', testImage(480, 300)],
    ['customers.csv', customers()],
    [
      'settings.json',
      JSON.stringify({ theme: 'dark', limits: { daily: 40, monthly: 900 }, tags: ['a', 'b'] }),
    ],
    ['notes.md', '# Notes\n\nDeliveries leave on **Tuesday**.\n\n<script>alert(1)</script>\n'],
    ['chime.wav', tone()],
    ['contract.pdf', '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n'],
    ['backup.bin', new Uint8Array(48_000).fill(7)],
  ]
  for (const [name, content] of own) await send(stoa, name, content)
  for (const name of ['avatar of alice.png', 'receipt 1.png', 'receipt 2.png'])
    await send(stoa.as('alice'), name, testImage(64, 64))
  await send(stoa.as('carol'), 'question.txt', 'Where is my parcel?'.repeat(300))
  const [csv] = await stoa.get('/api/v1/file', { query: { q: 'customers' } })
  await stoa.patch('/api/v1/file/{id}', {
    params: { id: csv!.id },
    body: {
      metadata: { source: 'crm', year: 2026 },
      expiresAt: new Date(Date.now() + 20 * 86_400_000).toISOString(),
    },
  })
}

async function send(stoa: Stoa, name: string, content: Content): Promise<void> {
  const extension = name.slice(name.lastIndexOf('.') + 1) as keyof typeof fileTypeOf
  const [result] = await stoa.upload('/api/v1/file/upload/multiple/{fileType}', {
    params: { fileType: fileTypeOf[extension] ?? 'document' },
    file: new Blob([content]),
    name,
  })
  if (!result?.success) throw new Error(`${name}: ${result?.error?.message}`)
}

function customers(): string {
  const lines = Array.from(
    { length: 60 },
    (_, at) => `${at + 1},"Customer ${at + 1}, Ltd",customer${at + 1}@example.com,${(at * 37) % 900},Berlin`,
  )
  return `id,name,email,orders,city\n${lines.join('\n')}\n`
}

/** A second of a note, as browsers play it. */
export function tone(): Uint8Array<ArrayBuffer> {
  const rate = 8_000
  const header = Buffer.alloc(44)
  header.write('RIFF')
  header.writeUInt32LE(36 + rate, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('data', 36)
  header.writeUInt32LE(rate, 40)
  const samples = Array.from({ length: rate }, (_, at) => 128 + Math.round(90 * Math.sin(at / 3)))
  return new Uint8Array([...header, ...samples])
}

/** Something to look at: hills under a sky. */
export function testImage(width: number, height: number): Uint8Array<ArrayBuffer> {
  const rows = Array.from({ length: height }, (_, y) => [
    0,
    ...Array.from({ length: width }, (__, x) => {
      const hill = height * (0.62 + 0.12 * Math.sin(x / 55) + 0.05 * Math.sin(x / 17))
      return y > hill
        ? [34, 92 + ((x * 3) % 20), 84]
        : [120 + (y * 110) / height, 170, 226 - (y * 60) / height]
    }).flat(),
  ])
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.from(rows.flat()))
  return new Uint8Array([
    ...Buffer.from('89504e470d0a1a0a', 'hex'),
    ...chunk('IHDR', head),
    ...chunk('IDAT', pixels),
    ...chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
