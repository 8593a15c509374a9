import { useSyncExternalStore } from 'react'
import { preferences } from './preferences.ts'

const name = 'time-zone'
const listeners = new Set<() => void>()

let ofBrowser: string | undefined

/** Found out once: every time on a page reads it whenever it is drawn, and a formatter takes long to make. */
export function browserZone(): string {
  ofBrowser ??= Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
  return ofBrowser
}

const isKnown = (zone: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

function stored(): string | null {
  const zone = preferences.get(name)
  return zone !== null && isKnown(zone) ? zone : null
}

let chosen: string | null | undefined

/** That of the browser, unless another one was chosen in it. */
export function currentZone(): string {
  if (chosen === undefined) chosen = stored()
  return chosen ?? browserZone()
}

export function setTimeZone(zone: string): void {
  chosen = zone === browserZone() ? null : zone
  preferences.set(name, chosen)
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useTimeZone = (): string => useSyncExternalStore(subscribe, currentZone)

/** The usual two first: most people want one of them. */
export const timeZones = (): string[] => [
  ...new Set([browserZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')]),
]
