const good = new Set(['ok', 'up', 'pass', 'ready', 'healthy', 'true'])

/**
 * The parts that readiness reports on. It takes a map or a list, and a plain word or an object for each part,
 * because what is down should be shown whatever else the answer looks like.
 */
export function readChecks(answer) {
  const checks = answer?.checks ?? answer?.data?.checks ?? {}
  const entries = Array.isArray(checks) ? checks.map((check) => [check.name, check]) : Object.entries(checks)
  return entries.map(([name, check]) => {
    const isObject = typeof check === 'object' && check !== null
    const state = isObject ? (check.status ?? check.state ?? check.ok ?? check.isOk) : check
    const note = isObject ? (check.message ?? check.detail ?? check.reason ?? '') : ''
    return { name: String(name), isOk: good.has(String(state).toLowerCase()), note: String(note) }
  })
}

/** One word for the whole, worst first. `alive` and `ready` are HTTP statuses, 0 for no answer. */
export function overallState(alive, ready) {
  if (alive === 0 && ready === 0) return { kind: 'bad', label: 'Not reachable' }
  if (alive !== 200) return { kind: 'bad', label: 'Unhealthy' }
  return ready === 200 ? { kind: 'good', label: 'Ready' } : { kind: 'warn', label: 'Running, not ready' }
}
