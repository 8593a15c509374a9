import type { Clock } from '../../../../kernel/clock.ts'
import type { Db, Tx } from '../../../../kernel/db/db.ts'
import { type Scope, systemScope } from '../../../../kernel/scope.ts'
import type { Audit } from '../../../audit/index.ts'
import { takeLeftCreations } from '../../store/creation.ts'
import { insertDeadHook } from '../../store/dead-hook.ts'

export const uncertainWarning =
  'The result of a registration at the service was lost, so it was repeated with the same URL: the service may have the webhook twice. What it sends twice starts once; delete the older one there.'

/** What a service refuses with is final: nothing was registered. All else may have been. */
const refusals: ReadonlySet<string> = new Set([
  'arguments_invalid',
  'auth_expired',
  'insufficient_scope',
  'not_found',
  'rate_limited',
  'upstream_4xx',
  'host_not_allowed',
  'connection_required',
  'connected_account_not_found',
])
export const isRefusal = ({ code }: { code: string }): boolean => refusals.has(code)

// A client that repeats its request meanwhile gets the same URL.
const retryMs = 10 * 60_000
const batch = 100

export type UncertainDeps = { db: Db; clock: Clock; audit: Audit }

/** Registrations whose result no one knows, because a server was killed or the service did not respond. */
export function createUncertain({ db, clock, audit }: UncertainDeps) {
  const record = (tx: Tx, scope: Scope, { id, slug }: { id: string; slug: string | null }) =>
    audit.record(tx, scope, {
      action: 'trigger.registration_uncertain',
      targetType: 'trigger',
      targetId: id,
      details: { slug },
    })

  return {
    record,
    /** For a URL that the service may have got, of a trigger that was not created. */
    async bury(
      tx: Tx,
      scope: Scope,
      trigger: { id: string; slug: string },
      tokenHash: string,
    ): Promise<void> {
      await insertDeadHook(tx, scope.projectId, tokenHash, clock.now())
      await record(tx, scope, trigger)
    },
    /** Those that no request has repeated: their URLs return 410 from now on. */
    async sweep(): Promise<void> {
      const before = new Date(clock.now().getTime() - retryMs)
      for (let taken = batch; taken === batch; ) {
        taken = await db.tx(async (tx) => {
          const left = await takeLeftCreations(tx, before, batch)
          for (const creation of left) {
            const { projectId, tokenHash } = creation
            if (tokenHash === null) continue
            await insertDeadHook(tx, projectId, tokenHash, clock.now())
            await record(tx, systemScope(projectId), creation)
          }
          return left.length
        })
      }
    },
  }
}

export type Uncertain = ReturnType<typeof createUncertain>
