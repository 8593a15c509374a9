/** Members of a log line that have their own place in a line for people, or only serve to join lines in a log store. */
const fixedFields = new Set(['level', 'time', 'msg', 'method', 'route', 'status', 'ms', 'err'])
const forStores = new Set(['requestId', 'ip', 'projectId', 'actor', 'externalUserId'])

type LogLine = Record<string, unknown> & { err?: { message?: unknown } }

/** Formats a JSON log line as a short one for a terminal. */
export function terminalLine(json: string): string {
  let line: LogLine
  try {
    line = JSON.parse(json) as LogLine
  } catch {
    return json
  }
  const time = new Date(String(line.time))
  const clock = Number.isNaN(time.getTime()) ? '' : time.toTimeString().slice(0, 8)
  return [clock, line.route === undefined ? eventOf(line) : requestOf(line)].filter(Boolean).join(' ')
}

function requestOf({ method, route, status, ms, errorCode }: LogLine): string {
  const outcome = errorCode === undefined ? '' : ` (${errorCode})`
  return `${method} ${route} ${status}${outcome} ${Math.round(Number(ms))} ms`
}

function eventOf(line: LogLine): string {
  const level = line.level === 'info' ? '' : String(line.level)
  const facts = Object.entries(line)
    .filter(([name]) => !fixedFields.has(name) && !forStores.has(name))
    .map(([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`)
  const cause = line.err?.message === undefined ? '' : `(${line.err.message})`
  return [level, line.msg, ...facts, cause].filter(Boolean).join(' ')
}
