import { closeSync, openSync } from 'node:fs'
import type { System } from '../../seal/system.ts'
import { changedPages, unpackPages } from './pages.ts'

/** What lies under the memory of an interpreter: the image that all of them start from. */
export type MemoryImage = {
  image: Uint8Array
  /** Makes the memory as it is in the image, and zero beyond it. */
  reset(memory: Uint8Array): void
}

const read = 1
const readAndWrite = 3
const shared = 1
const privateAndFixed = 0x12
const forgetChanges = 4

/**
 * Lays the file of the image under the memory as a private mapping. The kernel then allocates a private page only where
 * something was written: the rest is shared with every other process, and restoring the image means to drop
 * those pages. Without such a mapping the image is stored and copied.
 */
export function captureMemoryImage(
  system: System,
  path: string,
  memory: Uint8Array,
  image: Uint8Array,
): MemoryImage {
  if (system.syscalls === null || image.length % 65_536 !== 0) return storedImage(image.slice())
  const address = system.address(Buffer.from(memory.buffer, memory.byteOffset, memory.length))
  const own = [...changedPages(memory, image)]
  const file = openSync(path, 'r')
  const map = (at: bigint | number, rights: number, kind: number) => {
    const mapped = system.call('mmap', at, image.length, rights, kind, file, 0)
    if (mapped < 0) throw new Error(`the image cannot be mapped (errno ${-mapped})`)
    return mapped
  }
  const original = system.bytesAt(map(0, read, shared), image.length)
  map(address, readAndWrite, privateAndFixed)
  closeSync(file)
  for (const pages of own) unpackPages(pages, memory)
  return {
    image: original,
    reset(now) {
      // A memory that grows stays where it is.
      const result = system.call('madvise', address, now.length, forgetChanges)
      if (result < 0) throw new Error(`the memory cannot be given back (errno ${-result})`)
    },
  }
}

const storedImage = (image: Uint8Array): MemoryImage => ({
  image,
  reset(memory) {
    memory.set(image)
    memory.fill(0, image.length)
  },
})
