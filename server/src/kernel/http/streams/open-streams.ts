import type { AppError } from '../../errors.ts'

/** A long-running request: an open stream, or a call to an external service. */
export type OpenRequest = {
  /** A caller that of them may no longer ask ends it: the key, session or token, and the end user it acts for. */
  owners: readonly string[]
  controller: AbortController
  /**
   * Whether its reader comes back by itself and reads on. What cannot be read on, such as what a model says, is not
   * ended because this node wants to disconnect its readers.
   */
  canResume: boolean
  /** Looks again whether the caller may ask; the refusal when not. */
  findRefusal(): Promise<AppError | null>
}

/**
 * The long-running requests, by who opened them: a revoked key must not continue to read, and a stopping server must be
 * able to let its readers go.
 */
export function createOpenStreams() {
  const open = new Set<OpenRequest>()
  const byOwner = new Map<string, Set<OpenRequest>>()
  const streams = new Set<OpenRequest>()
  let isLooking = false

  function forget(request: OpenRequest): void {
    open.delete(request)
    streams.delete(request)
    for (const owner of request.owners) {
      const owned = byOwner.get(owner)
      owned?.delete(request)
      if (owned?.size === 0) byOwner.delete(owner)
    }
  }

  return {
    /** Registers the request until the returned function is called. */
    add(request: OpenRequest, { isStream }: { isStream: boolean }): () => void {
      open.add(request)
      if (isStream) streams.add(request)
      for (const owner of request.owners) {
        const owned = byOwner.get(owner) ?? new Set()
        byOwner.set(owner, owned.add(request))
      }
      return () => forget(request)
    },
    /** From now on it counts as a stream that someone holds open. */
    streaming(request: OpenRequest): void {
      if (open.has(request)) streams.add(request)
    },
    endAllOf(owner: string, reason: Error): void {
      for (const { controller } of byOwner.get(owner) ?? []) controller.abort(reason)
    },
    /** Disconnects all readers that reconnect by themselves. */
    endAll(reason: string): void {
      for (const { canResume, controller } of open) if (canResume) controller.abort(new Error(reason))
    },
    /** Ends what was opened by someone who may no longer ask: keys expire, and notices of revoked ones can be lost. */
    async recheck(): Promise<void> {
      if (isLooking) return
      isLooking = true
      try {
        for (const request of [...open]) {
          const refusal = open.has(request) ? await request.findRefusal() : null
          if (refusal) request.controller.abort(refusal)
        }
      } finally {
        isLooking = false
      }
    },
    count: () => streams.size,
  }
}

export type OpenStreams = ReturnType<typeof createOpenStreams>
