/** Calls of one kind that failed in a row. Open, it lets none pass; half open, one alone, which decides what follows. */
export type Circuit = {
  failures: number
  /** How often it opened without a success since; 0 while it is closed. */
  trips: number
  openUntil: number
  isProbing: boolean
}

export type CircuitState = 'closed' | 'open' | 'half_open'

export const failuresToOpen = 5
export const firstOpenMs = 10_000
export const maxOpenMs = 5 * 60_000

export const newCircuit = (): Circuit => ({ failures: 0, trips: 0, openUntil: 0, isProbing: false })

export function circuitState({ trips, openUntil }: Circuit, now: number): CircuitState {
  if (trips === 0) return 'closed'
  // A clock that was set back would hold it open for as long as that was.
  return openUntil > now && openUntil <= now + maxOpenMs ? 'open' : 'half_open'
}

/** Whether a call may pass now. */
export function admits(circuit: Circuit, now: number): boolean {
  const state = circuitState(circuit, now)
  return state === 'closed' || (state === 'half_open' && !circuit.isProbing)
}

/** A call passes. True when it is the probe, which its end has to name. */
export function enter(circuit: Circuit, now: number): boolean {
  if (circuitState(circuit, now) !== 'half_open') return false
  circuit.isProbing = true
  return true
}

/** Calls that began before it opened and fail later say nothing new, so that a crowd does not lengthen the wait. */
export function countFailure(circuit: Circuit, now: number, isProbe: boolean): void {
  if (isProbe) circuit.isProbing = false
  else if (circuit.trips > 0) return
  circuit.failures++
  if (circuit.failures < failuresToOpen) return
  circuit.openUntil = now + Math.min(firstOpenMs * 2 ** circuit.trips, maxOpenMs)
  circuit.trips++
}
