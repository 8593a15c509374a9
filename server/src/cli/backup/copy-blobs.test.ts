import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createBlobs } from '../../kernel/blobs/blobs.ts'
import type { BlobEntry } from './backup-format.ts'
import { copyBlobs } from './copy-blobs.ts'

const installation = await mkdtemp(join(tmpdir(), 'stoa-copy-'))
after(() => rm(installation, { recursive: true, force: true }))

const storeIn = (name: string) => createBlobs({ kind: 'disk', directory: join(installation, name) })

async function* keysOf(...keys: string[]) {
  for (const key of keys) yield { key }
}

test('everything arrives as it was, and what was deleted meanwhile is left out', async () => {
  const [from, to] = [storeIn('from'), storeIn('to')]
  const keys = Array.from({ length: 30 }, (_, i) => `files/${i}`)
  const sums = new Map<string, string>()
  for (const key of keys) sums.set(key, (await from.put(key, Buffer.from(`content of ${key}`))).sha256)
  const copied: BlobEntry[] = []
  await copyBlobs({
    from,
    to,
    keys: keysOf(...keys, 'files/gone'),
    onCopied: (entry) => void copied.push(entry),
  })
  assert.deepEqual(new Map(copied.map(({ key, sha256 }) => [key, sha256])), sums)
  const arrived = await to.get('files/7')
  assert.equal(Buffer.concat(await arrived!.stream.toArray()).toString(), 'content of files/7')
})

test('a failure is thrown once nothing is in flight any more, and ends the rest', async () => {
  const [from, to] = [storeIn('from'), storeIn('full')]
  for (let i = 0; i < 30; i++) await from.put(`files/${i}`, Buffer.from('x'))
  const copied: string[] = []
  const keys = Array.from({ length: 30 }, (_, i) => `files/${i}`)
  const copying = copyBlobs({
    from,
    to,
    keys: keysOf(...keys),
    onCopied({ key }) {
      copied.push(key)
      throw new Error('the disk is full')
    },
  })
  await assert.rejects(copying, /the disk is full/)
  const count = copied.length
  assert.ok(count < keys.length)
  let there = 0
  for await (const _ of to.list()) there++
  assert.equal(there, count, 'nothing came after the failure was thrown')
})
