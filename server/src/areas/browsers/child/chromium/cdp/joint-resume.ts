// A client that never resumes a target must not stop it for the others.
const longestMs = 5_000

type Waiting = { targetId: string; isOurs: boolean; resume: (() => void) | null }

/**
 * A new target waits for its debuggers, and continues as soon as one of them resumes it. The others would miss the first
 * requests and the dialogs of inline scripts. So all of them resume it together, our automation last.
 */
export function createJointResume(settled: () => Promise<void>) {
  const sessions = new Map<string, Waiting>()
  const timers = new Map<string, NodeJS.Timeout>()
  const of = (targetId: string) => [...sessions].filter(([, each]) => each.targetId === targetId)

  function release(targetId: string): void {
    clearTimeout(timers.get(targetId))
    timers.delete(targetId)
    const ready = of(targetId).filter(([, { resume }]) => resume !== null)
    ready.sort(([, a], [, b]) => Number(a.isOurs) - Number(b.isOurs))
    for (const [sessionId, { resume }] of ready) {
      sessions.delete(sessionId)
      resume?.()
    }
  }

  function releaseIfReady(targetId: string): void {
    if (of(targetId).every(([, { resume }]) => resume !== null)) release(targetId)
  }

  return {
    attached(sessionId: string, targetId: string, isOurs: boolean): void {
      sessions.set(sessionId, { targetId, isOurs, resume: null })
    },
    left(sessionId: string): void {
      const session = sessions.get(sessionId)
      if (!sessions.delete(sessionId)) return
      releaseIfReady(session!.targetId)
    },
    /** False for a session whose target does not wait: then there is nothing to wait for. */
    resume(sessionId: string, resume: () => void): boolean {
      const session = sessions.get(sessionId)
      if (!session || session.resume) return false
      const { targetId } = session
      session.resume = resume
      if (!timers.has(targetId)) timers.set(targetId, setTimeout(release, longestMs, targetId).unref())
      // The browser attaches the debuggers one after the other, and the first may be faster than the news of the last.
      void settled().then(() => releaseIfReady(targetId))
      return true
    },
  }
}
