import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { findOrBuildImage } from './python-image.ts'

const root = mkdtempSync(join(tmpdir(), 'stoa-image-'))
after(() => rmSync(root, { recursive: true, force: true }))

const builder = (program: string) => ({
  forImage: () => ({ command: process.execPath, args: ['-e', program] }),
})

test('an image that takes too long is given up, with the time it had and without its command line', async () => {
  await assert.rejects(findOrBuildImage([root], root, builder('setInterval(() => {}, 1000)'), 50), {
    message: 'it was not done after 0.05 seconds',
  })
  assert.deepEqual(readdirSync(root), [])
})

test('an image that cannot be built is reported with the message of its builder', async () => {
  await assert.rejects(findOrBuildImage([root], root, builder('throw new RangeError("no memory left")')), {
    message: 'RangeError: no memory left',
  })
  await assert.rejects(findOrBuildImage([root], root, builder('process.exit(3)')), {
    message: 'its process ended without a word',
  })
})
