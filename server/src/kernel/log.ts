import { type DestinationStream, type Logger, pino } from 'pino'
import { createLineBatches } from './async/line-batches.ts'
import { hideKeys } from './secrets/key-formats.ts'

export type Log = Logger

/**
 * Takes secrets out of finished log lines by value, not by field name: a key is a key also inside a message or a
 * stack. `known` are the values this process was given.
 */
export function createRedactor(known: readonly string[]): (lines: string) => string {
  // JSON escapes inside a line are matched as they are written there.
  const values = known.filter((value) => value.length >= 8).map((value) => JSON.stringify(value).slice(1, -1))
  return (lines) => {
    let clean = lines
    for (const value of values) clean = clean.replaceAll(value, '[secret]')
    return hideKeys(clean, '[secret]').text
  }
}

export type LogOptions = { level: string; secrets: readonly string[]; destination?: DestinationStream }

/** Formats a date once for all lines of a second: of a small request it was a fiftieth. */
function createTimestamp(): () => string {
  let second = Number.NaN
  let prefix = ''
  return () => {
    const now = Date.now()
    const current = Math.floor(now / 1000)
    if (current !== second) {
      second = current
      prefix = new Date(current * 1000).toISOString().slice(0, -4)
    }
    return `,"time":"${prefix}${String(now - current * 1000).padStart(3, '0')}Z"`
  }
}

const lineOptions = (level: string) => ({
  level,
  base: null,
  timestamp: createTimestamp(),
  formatters: { level: (label: string) => ({ level: label }) },
  serializers: { err: plainError },
})

/** JSON lines. One wide line per request is written by the HTTP kernel; nothing else logs per request. */
export function createLog({ level, secrets, destination }: LogOptions): Log {
  const options = { ...lineOptions(level), hooks: { streamWrite: createRedactor(secrets) } }
  return destination ? pino(options, destination) : pino(options, pino.destination({ fd: 1, sync: true }))
}

export type BatchedLogOptions = Omit<LogOptions, 'destination'> & { write(lines: string): void }

const warnLevel = 40

/** For a server: lines are redacted and written together, warnings and errors immediately with what came before them. */
export function createBatchedLog({ secrets, write, level }: BatchedLogOptions): { log: Log; flush(): void } {
  const redact = createRedactor(secrets)
  const batches = createLineBatches((lines) => write(redact(lines)))
  const destination = {
    // With this the logger sets `lastLevel` before it writes.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write: (line: string): void => batches.add(line, destination.lastLevel >= warnLevel),
  }
  return { log: pino(lineOptions(level), destination), flush: batches.flush }
}

/** Only message, code and stack: drivers hang whole rows and queries onto their errors. */
function plainError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) }
  const { code } = error as NodeJS.ErrnoException
  return {
    type: error.name,
    message: error.message,
    ...(code === undefined ? {} : { code }),
    stack: error.stack,
    ...(error.cause instanceof Error ? { cause: plainError(error.cause) } : {}),
  }
}
