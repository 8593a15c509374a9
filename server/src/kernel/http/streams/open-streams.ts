import type { AppError } from '../../errors.ts'
import { type Box, boxOf, contentsOf } from '../../memory/box.ts'

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

/** A request for as long as it is open. */
export type Registration = {
  release(): void
  /** From now on it counts as a stream that someone holds open. */
  becomesStream(): void
}

/**
 * The long-running requests, by who opened them: a revoked key must not continue to read, and a stopping server must be
 * able to let its readers go.
 */
export function createOpenStreams() {
  const open = new Set<Box<OpenRequest>>()
  const byOwner = new Map<string, Set<Box<OpenRequest>>>()
  const streams = new Set<Box<OpenRequest>>()
  let isLooking = false

  function forget(box: Box<OpenRequest>): void {
    open.delete(box)
    streams.delete(box)
    for (const owner of box.content?.owners ?? []) {
      const owned = byOwner.get(owner)
      owned?.delete(box)
      if (owned?.size === 0) byOwner.delete(owner)
    }
    box.content = null
  }

  return {
    /** Registers the request until it is released. */
    add(request: OpenRequest, { isStream }: { isStream: boolean }): Registration {
      const box = boxOf(request)
      open.add(box)
      if (isStream) streams.add(box)
      for (const owner of request.owners) {
        const owned = byOwner.get(owner) ?? new Set()
        byOwner.set(owner, owned.add(box))
      }
      return {
        release: () => forget(box),
        becomesStream() {
          if (box.content) streams.add(box)
        },
      }
    },
    endAllOf(owner: string, reason: Error): void {
      for (const { controller } of contentsOf(byOwner.get(owner) ?? [])) controller.abort(reason)
    },
    /** Disconnects all readers that reconnect by themselves. */
    endAll(reason: string): void {
      for (const { canResume, controller } of contentsOf(open))
        if (canResume) controller.abort(new Error(reason))
    },
    /** Ends what was opened by someone who may no longer ask: keys expire, and notices of revoked ones can be lost. */
    async recheck(): Promise<void> {
      if (isLooking) return
      isLooking = true
      try {
        for (const box of [...open]) {
          const refusal = (await box.content?.findRefusal()) ?? null
          if (refusal) box.content?.controller.abort(refusal)
        }
      } finally {
        isLooking = false
      }
    },
    count: () => streams.size,
  }
}

export type OpenStreams = ReturnType<typeof createOpenStreams>
