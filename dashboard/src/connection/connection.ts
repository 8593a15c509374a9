export type ConnectionState = {
  isOnline: boolean
  /** How often the server has come back: what broke meanwhile begins anew with it. */
  returns: number
}

/**
 * Whether the server can be reached, for the whole app. One failed call proves little, so the server itself is asked
 * before anything is shown, and asked again until it answers.
 */
export function createConnection(probe: () => Promise<boolean>, pause: (attempt: number) => Promise<void>) {
  let state: ConnectionState = { isOnline: true, returns: 0 }
  let checking: Promise<void> | null = null
  const watchers = new Set<() => void>()
  const change = (next: ConnectionState) => {
    state = next
    for (const watcher of watchers) watcher()
  }

  async function untilAnswered(): Promise<void> {
    for (let attempt = 0; !(await probe()); attempt++) {
      if (state.isOnline) change({ ...state, isOnline: false })
      await pause(attempt)
    }
    checking = null
    if (!state.isOnline) change({ isOnline: true, returns: state.returns + 1 })
  }

  return {
    current: () => state,
    watch(watcher: () => void) {
      watchers.add(watcher)
      return () => {
        watchers.delete(watcher)
      }
    },
    /** Asks the server whether it is there; resolves when it is. */
    check(): Promise<void> {
      checking ??= untilAnswered()
      return checking
    },
  }
}
