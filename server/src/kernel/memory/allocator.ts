type Trim = (padBytes: number) => number

let trim: Promise<Trim | null> | undefined

/** Loaded when it is first needed. Only glibc has this function; other allocators return memory by themselves. */
async function findTrim(): Promise<Trim | null> {
  if (process.platform !== 'linux') return null
  try {
    const { default: koffi } = await import('koffi')
    return koffi.load(null).func('malloc_trim', 'int', ['size_t']) as unknown as Trim
  } catch {
    return null
  }
}

/** Returns free pages of the allocator's heap to the system, also those between blocks in use. */
export async function releaseFreePages(): Promise<void> {
  trim ??= findTrim()
  const found = await trim
  found?.(0)
}
