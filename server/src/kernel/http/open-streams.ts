/**
 * The streams that are open, by who opened them: a revoked key must not go on reading, and a stopping server
 * must be able to let everybody go.
 */
export function createOpenStreams() {
  const open = new Map<string, Set<AbortController>>()
  return {
    /** Keeps the controller until the returned function is called. */
    add(owner: string, controller: AbortController): () => void {
      const owned = open.get(owner) ?? new Set()
      open.set(owner, owned.add(controller))
      return () => {
        owned.delete(controller)
        if (owned.size === 0 && open.get(owner) === owned) open.delete(owner)
      }
    },
    endAllOf(owner: string, reason: string) {
      for (const controller of open.get(owner) ?? []) controller.abort(new Error(reason))
    },
    endAll(reason: string) {
      for (const owner of [...open.keys()]) this.endAllOf(owner, reason)
    },
    count: () => [...open.values()].reduce((sum, owned) => sum + owned.size, 0),
  }
}

export type OpenStreams = ReturnType<typeof createOpenStreams>
