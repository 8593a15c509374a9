import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** Starts a program of this directory in a separate process, which ends with the run. */
export function forkChild(cleanup: AsyncDisposableStack, file: string): ChildProcess {
  const child = fork(new URL(file, import.meta.url))
  const ended = once(child, 'exit')
  cleanup.defer(async () => {
    child.kill()
    await ended
  })
  return child
}

/** Sends one message and waits for the reply, but not for a child that has ended. */
export async function ask<Reply>(child: ChildProcess, message: object, signal: AbortSignal): Promise<Reply> {
  const waiting = new AbortController()
  const either = { signal: AbortSignal.any([signal, waiting.signal]) }
  child.send(message)
  try {
    return await Promise.race([
      once(child, 'message', either).then(([result]) => result as Reply),
      once(child, 'exit', either).then(() => Promise.reject(new Error('a child process ended too early'))),
    ])
  } finally {
    waiting.abort()
  }
}
