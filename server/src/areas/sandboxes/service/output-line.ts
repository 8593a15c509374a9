import type { Output } from '../../../kernel/sandbox/protocol/messages.ts'

// What a reader may be behind; more than a page of text, less than anyone could use to fill the memory.
const maxWaitingChars = 256 * 1024

/**
 * Passes on what a script prints while someone reads it. A script is not slowed down by a reader who is: what waits
 * too long goes, the oldest first, and what comes next says that something is missing.
 */
export function createOutputLine(maxChars = maxWaitingChars) {
  const pending: Output[] = []
  const isMissing = { stdout: false, stderr: false }
  let waitingChars = 0
  let hasEnded = false
  let wake = Promise.withResolvers<void>()
  const nudge = () => {
    wake.resolve()
    wake = Promise.withResolvers()
  }

  function take(): Output {
    const { stream, text, skipped } = pending.shift()!
    waitingChars -= text.length
    return { stream, text, skipped }
  }

  return {
    push(output: Output): void {
      pending.push(output)
      waitingChars += output.text.length
      while (waitingChars > maxChars && pending.length > 1) isMissing[take().stream] = true
      nudge()
    },
    end(): void {
      hasEnded = true
      nudge()
    },
    async *read(): AsyncGenerator<Output> {
      while (true) {
        const { promise } = wake
        while (pending.length > 0) {
          const { stream, text, skipped } = take()
          const isCut = skipped || isMissing[stream]
          isMissing[stream] = false
          yield { stream, text, skipped: isCut }
        }
        if (hasEnded) return
        if (pending.length === 0) await promise
      }
    },
  }
}
