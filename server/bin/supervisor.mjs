// Restarts the server after a crash. It runs on any Node and loads nothing, so that little can go wrong in it.
import { spawn } from 'node:child_process'

const firstPauseMs = 100
const maxPauseMs = 10_000
// A server that ran for so long was not broken by its start: counting begins again.
const stableMs = 60_000
const maxCrashes = 6
// What a start needs may be away for minutes: a database that is restarted, a port that is still in use.
const maxRefusedStarts = 30

/** What ends a server in order; SIGHUP comes when its terminal is closed. */
export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP']

const parentCheckMs = 1_000

/** npm ends the shell that it has started for a command, which passes no signal on: a closed one is the only sign. */
function onEndOfNpm(end) {
  if (!process.env.npm_command) return
  const { ppid } = process
  const timer = setInterval(() => {
    if (process.ppid === ppid) return
    clearInterval(timer)
    end()
  }, parentCheckMs)
  timer.unref()
}

/** Why a process ended, in words that tell an operator where to look. */
export function causeOf(code, signal) {
  if (signal === 'SIGKILL') return 'killed (SIGKILL), by someone or by the system for lack of memory'
  if (signal === 'SIGABRT') return 'aborted (SIGABRT), most often because its heap was full'
  if (signal) return `killed (${signal})`
  return `exit code ${code}`
}

export const pauseBefore = (failures) => Math.min(maxPauseMs, firstPauseMs * 2 ** (failures - 1))

/** Failures in a row, and how long to wait before the next start; null to give up. */
export function afterFailure({ crashes, refusals }, { isUp, code, signal, ranMs }) {
  // It has said itself why it cannot start.
  const isRefusal = !isUp && signal === null && code !== null
  const counts = isRefusal
    ? { crashes, refusals: refusals + 1 }
    : { crashes: ranMs > stableMs ? 1 : crashes + 1, refusals: 0 }
  const isOver = counts.crashes >= maxCrashes || counts.refusals >= maxRefusedStarts
  return { counts, isRefusal, pauseMs: isOver ? null : pauseBefore(counts.crashes + counts.refusals) }
}

/**
 * Runs the server until a signal stops it, and ends with its exit code. A server that never came up is not restarted: what it
 * said is what has to be fixed. `firstArgs` are for its first start alone.
 */
export function supervise({ program, args, firstArgs = [] }) {
  let child = null
  let restarts = 0
  let counts = { crashes: 0, refusals: 0 }
  let hasBeenUp = false
  let isUp = false
  let cause = ''
  // The cause of a crash that no start has recorded.
  let unrecorded = null
  let port = null
  let isStopping = false
  let retry = null
  const say = (text) => console.error(`stoa: ${text}`)

  function start() {
    const startedAt = Date.now()
    isUp = false
    const extra = unrecorded === null ? [] : ['--last-exit', unrecorded]
    const once = restarts === 0 ? firstArgs : []
    unrecorded = null
    child = spawn(program, [...args, ...once, '--supervised', String(restarts), ...extra], {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      // Clients of a server on any free port find it again.
      env: port === null ? process.env : { ...process.env, PORT: String(port) },
    })
    child.on('message', (message) => {
      hasBeenUp = true
      isUp = true
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
    const failure = afterFailure(counts, { isUp, code, signal, ranMs })
    counts = failure.counts
    if (!failure.isRefusal) {
      cause = causeOf(code, signal)
      unrecorded = cause
    }
    restarts++
    const { pauseMs } = failure
    if (pauseMs === null) {
      say(
        failure.isRefusal
          ? `the server crashed (${cause}) and could not be started again ${counts.refusals} times: fix what it says above, then start it`
          : `the server crashed ${counts.crashes} times in a row, the last time with ${cause}: read the log, then start it again`,
      )
      process.exit(1)
    }
    say(
      failure.isRefusal
        ? `the server cannot be started again yet; the next try is in ${pauseMs} ms`
        : `the server crashed (${cause}); it is restarted in ${pauseMs} ms`,
    )
    retry = setTimeout(start, pauseMs)
  }

  function stop(signal) {
    isStopping = true
    clearTimeout(retry)
    if (child.exitCode !== null || child.signalCode !== null) process.exit(0)
    child.kill(signal)
  }
  for (const signal of stopSignals) process.on(signal, stop)
  onEndOfNpm(() => stop('SIGTERM'))
  start()
}
