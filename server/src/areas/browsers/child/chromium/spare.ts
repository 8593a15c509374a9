type Started = { process: { readonly exited: Promise<unknown>; close(): Promise<void> } }

// It takes some 100 MB; who opens a session after such a pause waits a second for it.
const defaultIdleMs = 10 * 60_000

/** A browser that has started before the next session needs it, and is closed when none comes. */
export function createSpare<T extends Started>(launch: () => Promise<T>, idleMs = defaultIdleMs) {
  let spare: Promise<T> | null = null
  let idle: NodeJS.Timeout | null = null

  function forget(): void {
    spare = null
    if (idle) clearTimeout(idle)
    idle = null
  }

  return {
    prepare(): void {
      if (spare !== null) return
      const prepared = launch()
      const drop = () => {
        if (spare === prepared) forget()
      }
      spare = prepared
      prepared.then(({ process }) => process.exited.then(drop), drop)
      idle = setTimeout(() => {
        drop()
        prepared.then(({ process }) => process.close()).catch(() => undefined)
      }, idleMs).unref()
    },
    /** Null when there is none. */
    take(): Promise<T> | null {
      const taken = spare
      forget()
      return taken
    },
  }
}
