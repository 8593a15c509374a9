import { hash } from 'node:crypto'
import type { Clock } from '../../../kernel/clock.ts'
import type { ProviderFailure } from '../providers/port.ts'
import type { ProviderSettings } from '../providers/registry.ts'

const failuresToOpen = 5
export const openMs = 30_000
const refusedMs = 60_000
const usualBusySeconds = 5
const maxRestMs = 5 * 60_000
const maxRemembered = 10_000

const unwatched = 'unwatched'

type State = { failures: number; restsUntil: number; openUntil: number; isTrying: boolean }

export type UsableKey = { key: string; index: number; mark: string }

/**
 * Remembers, for each key of each provider, whether it is worth asking. One that was refused or busy comes last for a
 * while; after several failures in a row nobody asks, and then one call alone tries.
 */
export function createProviderHealth(clock: Clock) {
  const states = new Map<string, State>()

  const markOf = ({ name, kind, baseUrl }: ProviderSettings, key: string): string =>
    hash('sha256', JSON.stringify([name, kind, baseUrl, key]), 'base64url')

  function stateOf(mark: string): State {
    let state = states.get(mark)
    if (!state) {
      if (states.size >= maxRemembered) states.clear()
      state = { failures: 0, restsUntil: 0, openUntil: 0, isTrying: false }
      states.set(mark, state)
    }
    return state
  }

  return {
    /** A key that may be used now and was not tried yet; null when there is none. */
    pick(settings: ProviderSettings, tried: ReadonlySet<number>): UsableKey | null {
      // The offline model is always there; it fails for whoever tells it to, and for nobody else.
      if (settings.kind === 'local') return { key: settings.keys[0]!, index: 0, mark: unwatched }
      const now = clock.now().getTime()
      let resting: UsableKey | null = null
      for (const [index, key] of settings.keys.entries()) {
        if (tried.has(index)) continue
        const mark = markOf(settings, key)
        const state = states.get(mark)
        if (!state) return { key, index, mark }
        if (state.openUntil > now || state.isTrying) continue
        if (state.restsUntil > now) {
          resting ??= { key, index, mark }
          continue
        }
        if (state.failures >= failuresToOpen) state.isTrying = true
        return { key, index, mark }
      }
      return resting
    },
    answered(mark: string): void {
      states.delete(mark)
    },
    failed(mark: string, { kind, retryAfterSeconds }: ProviderFailure): void {
      if (mark === unwatched) return
      const now = clock.now().getTime()
      if (kind === 'busy' || kind === 'refused') {
        const wait = kind === 'refused' ? refusedMs : (retryAfterSeconds ?? usualBusySeconds) * 1000
        Object.assign(stateOf(mark), { restsUntil: now + Math.min(wait, maxRestMs), isTrying: false })
      } else if (kind === 'unavailable' || kind === 'timeout' || kind === 'broken') {
        const state = stateOf(mark)
        state.failures++
        state.isTrying = false
        if (state.failures >= failuresToOpen) state.openUntil = now + openMs
      } else states.delete(mark)
    },
    /** Nobody knows how it would have gone: the caller left. */
    letGo(mark: string): void {
      const state = states.get(mark)
      if (state) state.isTrying = false
    },
  }
}

export type ProviderHealth = ReturnType<typeof createProviderHealth>
