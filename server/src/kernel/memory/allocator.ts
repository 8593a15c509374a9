import { promisify } from 'node:util'

type Trim = (padBytes: number) => Promise<number>

let trim: Promise<Trim | null> | undefined

/** Loaded when it is first needed. Only glibc has this function; other allocators return memory by themselves. */
async function findTrim(): Promise<Trim | null> {
  if (process.platform !== 'linux') return null
  try {
    const { default: koffi } = await import('koffi')
    const { async: trimAside } = koffi.load(null).func('malloc_trim', 'int', ['size_t'])
    return promisify(trimAside) as Trim
  } catch {
    return null
  }
}

/** Returns free pages of the allocator's heap to the system, also those between blocks in use; not on the event loop. */
export async function releaseFreePages(): Promise<void> {
  trim ??= findTrim()
  const found = await trim
  await found?.(0)
}
