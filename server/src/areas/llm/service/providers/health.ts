import { hash } from 'node:crypto'
import type { Clock } from '../../../../kernel/clock.ts'
import type { ProviderFailure } from '../../providers/port.ts'
import type { ProviderSettings } from '../../providers/registry.ts'
import { admits, type Circuit, circuitState, countFailure, enter, newCircuit } from './circuit.ts'

const refusedMs = 60_000
const defaultBusySeconds = 5
const maxRestMs = 5 * 60_000
const maxRemembered = 10_000

/** What is called, and for which project. */
export type Subject = { modelId: string; projectId: string }

type Place = { keyHash: string; modelId: string | null; projectId: string | null }
type Watched = Place & { circuit: Circuit }
type Rest = Place & { until: number; state: 'rate_limited' | 'key_refused' }

export type UsableKey = {
  key: string
  index: number
  /** Null for the offline model, which is not watched. */
  watch: { keyHash: string; subject: Subject; probes: ReadonlySet<Circuit> } | null
}

/** Why a project cannot call a model now. */
export type HealthReport = {
  model: string | null
  key: number
  state: 'open' | 'half_open' | 'rate_limited' | 'key_refused'
  failures: number
  retryAt: string
}

export type Picked = { use: UsableKey } | { use: null; retryAfterSeconds: number | null }

const placeId = ({ keyHash, modelId, projectId }: Place): string =>
  `${keyHash} ${projectId ?? ''} ${modelId ?? ''}`

function remember<T extends Place>(all: Map<string, T>, place: T): T {
  const oldest = all.keys().next()
  if (all.size >= maxRemembered && !oldest.done) all.delete(oldest.value)
  all.set(placeId(place), place)
  return place
}

/**
 * Remembers, on this node, what is worth calling: circuits for each model of each key, and which keys were refused or
 * busy, which come last for a while. Failures to reach a provider are the same for every project; those of a response
 * may follow from the request, so they count for that project only.
 */
export function createProviderHealth(clock: Clock) {
  const circuits = new Map<string, Watched>()
  const rests = new Map<string, Rest>()
  const now = () => clock.now().getTime()

  const hashOf = ({ name, kind, baseUrl }: ProviderSettings, key: string): string =>
    hash('sha256', JSON.stringify([name, kind, baseUrl, key]), 'base64url')

  const sharedPlace = (keyHash: string, { modelId }: Subject): Place => ({
    keyHash,
    modelId,
    projectId: null,
  })
  const projectPlace = (keyHash: string, subject: Subject): Place => ({ keyHash, ...subject })

  const circuitsOf = (keyHash: string, subject: Subject): Circuit[] =>
    [sharedPlace(keyHash, subject), projectPlace(keyHash, subject)].flatMap(
      (place) => circuits.get(placeId(place))?.circuit ?? [],
    )

  function isResting(keyHash: string, { modelId }: Subject, at: number): boolean {
    const places = [modelId, null].map((model) => placeId({ keyHash, modelId: model, projectId: null }))
    return places.some((id) => (rests.get(id)?.until ?? 0) > at)
  }

  function rest(place: Place, state: Rest['state'], ms: number): void {
    remember(rests, { ...place, state, until: now() + Math.min(ms, maxRestMs) })
  }

  function fail({ keyHash, subject, probes }: NonNullable<UsableKey['watch']>, isUnreached: boolean): void {
    const place = isUnreached ? sharedPlace(keyHash, subject) : projectPlace(keyHash, subject)
    const { circuit } =
      circuits.get(placeId(place)) ?? remember(circuits, { ...place, circuit: newCircuit() })
    countFailure(circuit, now(), probes.has(circuit))
  }

  return {
    /** A key that may be used now and was not tried yet. */
    pick(settings: ProviderSettings, subject: Subject, tried: ReadonlySet<number>): Picked {
      // The offline model is always there; it fails where a prompt says so, and only there.
      if (settings.kind === 'local') return { use: { key: settings.keys[0]!, index: 0, watch: null } }
      const at = now()
      let resting: { key: string; index: number; keyHash: string } | null = null
      let opensAt = Number.POSITIVE_INFINITY
      const take = ({ key, index, keyHash }: { key: string; index: number; keyHash: string }): Picked => {
        const probes = new Set(circuitsOf(keyHash, subject).filter((circuit) => enter(circuit, at)))
        return { use: { key, index, watch: { keyHash, subject, probes } } }
      }
      for (const [index, key] of settings.keys.entries()) {
        if (tried.has(index)) continue
        const keyHash = hashOf(settings, key)
        const closed = circuitsOf(keyHash, subject).filter((circuit) => !admits(circuit, at))
        if (closed.length > 0) opensAt = Math.min(opensAt, Math.max(...closed.map((each) => each.openUntil)))
        else if (isResting(keyHash, subject, at)) resting ??= { key, index, keyHash }
        else return take({ key, index, keyHash })
      }
      if (resting) return take(resting)
      const seconds = Math.max(1, Math.ceil((opensAt - at) / 1000))
      return { use: null, retryAfterSeconds: Number.isFinite(seconds) ? seconds : null }
    },

    /** It began to respond, which is enough to know that it works. */
    succeeded({ watch }: UsableKey): void {
      if (!watch) return
      const { keyHash, subject } = watch
      const key = { keyHash, modelId: null, projectId: null }
      for (const place of [sharedPlace(keyHash, subject), projectPlace(keyHash, subject), key]) {
        circuits.delete(placeId(place))
        rests.delete(placeId(place))
      }
    },

    failed({ watch }: UsableKey, failure: ProviderFailure): void {
      if (!watch) return
      const { keyHash, subject } = watch
      const { kind, retryAfterSeconds, isUnreached } = failure
      // Whatever its response was, it was reached.
      if (!isUnreached) circuits.delete(placeId(sharedPlace(keyHash, subject)))
      if (kind === 'busy')
        rest(sharedPlace(keyHash, subject), 'rate_limited', (retryAfterSeconds ?? defaultBusySeconds) * 1000)
      else if (kind === 'refused') rest({ keyHash, modelId: null, projectId: null }, 'key_refused', refusedMs)
      else if (kind === 'unavailable' || kind === 'timeout' || kind === 'broken') fail(watch, isUnreached)
      for (const probe of watch.probes) probe.isProbing = false
    },

    /** The outcome is not known: the caller disconnected. */
    release({ watch }: UsableKey): void {
      for (const probe of watch?.probes ?? []) probe.isProbing = false
    },

    /** What a project sees of a provider that it can use. */
    report(settings: ProviderSettings, projectId: string): HealthReport[] {
      const at = now()
      const places = new Map(settings.keys.map((key, index) => [hashOf(settings, key), index]))
      const isSeen = (place: Place) =>
        places.has(place.keyHash) && (place.projectId === null || place.projectId === projectId)
      const visible = (place: Place) => ({ model: place.modelId, key: places.get(place.keyHash)! })
      const open = [...circuits.values()].filter(isSeen).flatMap((place): HealthReport[] => {
        const state = circuitState(place.circuit, at)
        if (state === 'closed') return []
        const { failures, openUntil } = place.circuit
        return [{ ...visible(place), state, failures, retryAt: new Date(openUntil).toISOString() }]
      })
      const resting = [...rests.values()]
        .filter((place) => isSeen(place) && place.until > at)
        .map((place) => ({
          ...visible(place),
          state: place.state,
          failures: 1,
          retryAt: new Date(place.until).toISOString(),
        }))
      return [...open, ...resting]
    },
  }
}

export type ProviderHealth = ReturnType<typeof createProviderHealth>
