import { type DestinationStream, type Logger, pino } from 'pino'
import { anyKeyFormat } from './secrets/key-formats.ts'

export type Log = Logger

const keyFormat = anyKeyFormat()

/**
 * Takes secrets out of a finished log line by value, not by field name: a key is a key also inside a message or a
 * stack. `known` are the values this process was given.
 */
export function createRedactor(known: readonly string[]): (line: string) => string {
  // JSON escapes inside a line are matched as they are written there.
  const values = known.filter((value) => value.length >= 8).map((value) => JSON.stringify(value).slice(1, -1))
  return (line) => {
    let clean = line
    for (const value of values) clean = clean.replaceAll(value, '[secret]')
    return clean.replace(keyFormat, '$1[secret]')
  }
}

export type LogOptions = { level: string; secrets: readonly string[]; destination?: DestinationStream }

/** JSON lines. One wide line per request is written by the HTTP kernel; nothing else logs per request. */
export function createLog({ level, secrets, destination }: LogOptions): Log {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: plainError },
    hooks: { streamWrite: createRedactor(secrets) },
  }
  return destination ? pino(options, destination) : pino(options, pino.destination({ fd: 1, sync: true }))
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
