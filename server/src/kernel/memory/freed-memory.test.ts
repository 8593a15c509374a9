import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { createFreedMemory } from './freed-memory.ts'

const run = promisify(execFile)

test('memory is returned once when work has ended, and not while there is any', async () => {
  const used = [0, 400, 2_000, 2_010, 2_020, 5_000, 5_001]
  const released: number[] = []
  let at = 0
  const freed = createFreedMemory({
    everyMs: 1_000,
    usedMs: () => used[at]!,
    release: async () => void released.push(at),
  })
  for (; at < used.length; at++) await freed.look()
  assert.deepEqual(released, [3, 6])
})

test('pages between blocks in use are returned to the system', async (t) => {
  if (process.platform !== 'linux' || !isGlibc()) return t.skip('another allocator')
  const { stdout } = await run(process.execPath, ['--expose-gc', '--input-type=module', '-e', program])
  const { before, after } = JSON.parse(stdout) as Record<'before' | 'after', number>
  // 62 MB were freed.
  assert.ok(before - after > 30, `${before} MB became ${after} MB`)
})

const isGlibc = (): boolean => {
  const { header } = process.report.getReport() as unknown as { header: { glibcVersionRuntime?: string } }
  return header.glibcVersionRuntime !== undefined
}

const program = `
import { releaseFreePages } from ${JSON.stringify(new URL('./allocator.ts', import.meta.url).href)}
const mb = () => Math.round(process.memoryUsage.rss() / 2 ** 20)
let blocks = Array.from({ length: 1_000 }, () => Buffer.allocUnsafeSlow(64 * 1024).fill(1))
const retained = blocks.filter((_, i) => i % 50 === 0 || i === blocks.length - 1)
blocks = null
await new Promise(setImmediate)
gc()
gc()
const before = mb()
await releaseFreePages()
console.log(JSON.stringify({ before, after: mb(), retained: retained.length }))
`
