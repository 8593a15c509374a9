// Restarts the server after a crash. It runs on any Node and loads nothing, so that little can go wrong in it.
import { spawn } from 'node:child_process'

const firstPauseMs = 100
const maxPauseMs = 10_000
// A server that ran for so long was not broken by its start: counting begins again.
const stableMs = 60_000
const maxFailures = 6

/** Why a process ended, in words that tell an operator where to look. */
export function causeOf(code, signal) {
  if (signal === 'SIGKILL') return 'killed (SIGKILL), by someone or by the system for lack of memory'
  if (signal === 'SIGABRT') return 'aborted (SIGABRT), most often because its heap was full'
  if (signal) return `killed (${signal})`
  return `exit code ${code}`
}

export const pauseBefore = (failures) => Math.min(maxPauseMs, firstPauseMs * 2 ** (failures - 1))

/**
 * Runs the server until a signal stops it, and ends with its exit code. A server that never came up is not restarted: what it
 * said is what has to be fixed.
 */
export function supervise({ program, args }) {
  let child = null
  let restarts = 0
  let failures = 0
  let hasBeenUp = false
  let cause = ''
  let port = null
  let isStopping = false
  let retry = null
  const say = (text) => console.error(`stoa: ${text}`)

  function start() {
    const startedAt = Date.now()
    const extra = restarts === 0 ? [] : ['--last-exit', cause]
    child = spawn(program, [...args, '--supervised', String(restarts), ...extra], {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      // Clients of a server on any free port find it again.
      env: port === null ? process.env : { ...process.env, PORT: String(port) },
    })
    child.on('message', (message) => {
      hasBeenUp = true
      port = message.port
    })
    child.on('error', (error) => {
      say(`${program} cannot be run (${error.code}): install the product again`)
      process.exit(1)
    })
    child.on('exit', (code, signal) => end(code, signal, Date.now() - startedAt))
  }

  function end(code, signal, ranMs) {
    if (isStopping || !hasBeenUp || code === 0) process.exit(signal ? 1 : (code ?? 1))
    cause = causeOf(code, signal)
    failures = ranMs > stableMs ? 1 : failures + 1
    restarts++
    if (failures >= maxFailures) {
      say(
        `the server crashed ${failures} times in a row, the last time with ${cause}: read the log, then start it again`,
      )
      process.exit(1)
    }
    const pauseMs = pauseBefore(failures)
    say(`the server crashed (${cause}); it is restarted in ${pauseMs} ms`)
    retry = setTimeout(start, pauseMs)
  }

  function stop(signal) {
    isStopping = true
    clearTimeout(retry)
    if (child.exitCode !== null || child.signalCode !== null) process.exit(0)
    child.kill(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
  start()
}
