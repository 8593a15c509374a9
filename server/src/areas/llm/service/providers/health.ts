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

type CircuitKey = { keyHash: string; modelId: string | null; projectId: string | null }
type Watched = CircuitKey & { circuit: Circuit }
type Rest = CircuitKey & { until: number; state: 'rate_limited' | 'key_refused' }

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

const circuitKeyId = ({ keyHash, modelId, projectId }: CircuitKey): string =>
  `${keyHash} ${projectId ?? ''} ${modelId ?? ''}`

function remember<T extends CircuitKey>(all: Map<string, T>, circuitKey: T): T {
  const oldest = all.keys().next()
  if (all.size >= maxRemembered && !oldest.done) all.delete(oldest.value)
  all.set(circuitKeyId(circuitKey), circuitKey)
  return circuitKey
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

  // Those of the operator are the same objects for every call.
  const hashes = new WeakMap<ProviderSettings, Map<string, string>>()
  function hashOf(settings: ProviderSettings, key: string): string {
    const ofKeys = hashes.get(settings) ?? new Map<string, string>()
    const { name, kind, baseUrl } = settings
    const keyHash = ofKeys.get(key) ?? hash('sha256', JSON.stringify([name, kind, baseUrl, key]), 'base64url')
    hashes.set(settings, ofKeys.set(key, keyHash))
    return keyHash
  }

  const sharedCircuit = (keyHash: string, { modelId }: Subject): CircuitKey => ({
    keyHash,
    modelId,
    projectId: null,
  })
  const projectCircuit = (keyHash: string, subject: Subject): CircuitKey => ({ keyHash, ...subject })

  const circuitsOf = (keyHash: string, subject: Subject): Circuit[] =>
    circuits.size === 0
      ? []
      : [sharedCircuit(keyHash, subject), projectCircuit(keyHash, subject)].flatMap(
          (circuitKey) => circuits.get(circuitKeyId(circuitKey))?.circuit ?? [],
        )

  function isResting(keyHash: string, { modelId }: Subject, at: number): boolean {
    if (rests.size === 0) return false
    const circuitIds = [modelId, null].map((model) =>
      circuitKeyId({ keyHash, modelId: model, projectId: null }),
    )
    return circuitIds.some((id) => (rests.get(id)?.until ?? 0) > at)
  }

  function rest(circuitKey: CircuitKey, state: Rest['state'], ms: number): void {
    remember(rests, { ...circuitKey, state, until: now() + Math.min(ms, maxRestMs) })
  }

  function fail({ keyHash, subject, probes }: NonNullable<UsableKey['watch']>, isUnreached: boolean): void {
    const circuitKey = isUnreached ? sharedCircuit(keyHash, subject) : projectCircuit(keyHash, subject)
    const { circuit } =
      circuits.get(circuitKeyId(circuitKey)) ?? remember(circuits, { ...circuitKey, circuit: newCircuit() })
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
      if (!watch || circuits.size + rests.size === 0) return
      const { keyHash, subject } = watch
      const key = { keyHash, modelId: null, projectId: null }
      for (const circuitKey of [sharedCircuit(keyHash, subject), projectCircuit(keyHash, subject), key]) {
        circuits.delete(circuitKeyId(circuitKey))
        rests.delete(circuitKeyId(circuitKey))
      }
    },

    failed({ watch }: UsableKey, failure: ProviderFailure): void {
      if (!watch) return
      const { keyHash, subject } = watch
      const { kind, retryAfterSeconds, isUnreached } = failure
      // Whatever its response was, it was reached.
      if (!isUnreached) circuits.delete(circuitKeyId(sharedCircuit(keyHash, subject)))
      if (kind === 'busy')
        rest(
          sharedCircuit(keyHash, subject),
          'rate_limited',
          (retryAfterSeconds ?? defaultBusySeconds) * 1000,
        )
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
      const keyIndexes = new Map(settings.keys.map((key, index) => [hashOf(settings, key), index]))
      const isSeen = (circuitKey: CircuitKey) =>
        keyIndexes.has(circuitKey.keyHash) &&
        (circuitKey.projectId === null || circuitKey.projectId === projectId)
      const visible = (circuitKey: CircuitKey) => ({
        model: circuitKey.modelId,
        key: keyIndexes.get(circuitKey.keyHash)!,
      })
      const open = [...circuits.values()].filter(isSeen).flatMap((circuitKey): HealthReport[] => {
        const state = circuitState(circuitKey.circuit, at)
        if (state === 'closed') return []
        const { failures, openUntil } = circuitKey.circuit
        return [{ ...visible(circuitKey), state, failures, retryAt: new Date(openUntil).toISOString() }]
      })
      const resting = [...rests.values()]
        .filter((circuitKey) => isSeen(circuitKey) && circuitKey.until > at)
        .map((circuitKey) => ({
          ...visible(circuitKey),
          state: circuitKey.state,
          failures: 1,
          retryAt: new Date(circuitKey.until).toISOString(),
        }))
      return [...open, ...resting]
    },
  }
}

export type ProviderHealth = ReturnType<typeof createProviderHealth>
