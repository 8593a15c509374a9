export type ConnectionState = {
  isOnline: boolean
  /** How often the server has come back: what broke meanwhile restarts with it. */
  returns: number
}

/**
 * Whether the server can be reached, for the whole app. One failed call proves little, so the server itself is probed
 * before anything is shown, and probed again until it responds.
 */
export function createConnection(probe: () => Promise<boolean>, pause: (attempt: number) => Promise<void>) {
  let state: ConnectionState = { isOnline: true, returns: 0 }
  let checking: Promise<void> | null = null
  const listeners = new Set<() => void>()
  const change = (next: ConnectionState) => {
    state = next
    for (const listener of listeners) listener()
  }

  async function untilReachable(): Promise<void> {
    for (let attempt = 0; !(await probe()); attempt++) {
      if (state.isOnline) change({ ...state, isOnline: false })
      await pause(attempt)
    }
    checking = null
    if (!state.isOnline) change({ isOnline: true, returns: state.returns + 1 })
  }

  return {
    current: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** Probes the server; resolves when it responds. */
    check(): Promise<void> {
      checking ??= untilReachable()
      return checking
    },
  }
}
