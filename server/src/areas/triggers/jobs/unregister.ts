import type { Clock } from '../../../kernel/clock.ts'
import type { Db, Tx } from '../../../kernel/db/db.ts'
import type { RunKind } from '../../../kernel/runs/run.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Audit } from '../../audit/index.ts'
import {
  type RemovalError,
  type UnregisterInput,
  type Unregistering,
  unregisterKind,
} from '../service/toolkits/unregistering.ts'
import { deleteUnregistration, findUnregistration } from '../store/unregistration.ts'

const [second, minute, hour] = [1_000, 60_000, 3_600_000]
/** The wait before each retry. A webhook that is still there then stays; what it sends is refused. */
const waitsMs = [5 * second, minute, 10 * minute, hour, 4 * hour]
const perProject = 4
/** What does not get better by waiting. */
const final: ReadonlySet<string> = new Set(['auth_expired', 'arguments_invalid', 'trigger_type_not_found'])

const isMissing = ({ code, upstreamStatus }: RemovalError): boolean =>
  code === 'not_found' || upstreamStatus === 410

type Verdict = { status: 'removed' | 'failed' | 'again' | 'gone'; code?: string }

export type UnregisterKindDeps = {
  db: Db
  clock: Clock
  audit: Audit
  unregistering: Pick<Unregistering, 'perform'>
}

/** Removes a webhook at its service, and records in the audit log whether that was possible. */
export function createUnregisterKind({ db, clock, audit, unregistering }: UnregisterKindDeps): RunKind {
  async function end(tx: Tx, scope: Scope, id: string, { status, code }: Verdict): Promise<void> {
    const row = await deleteUnregistration(tx, scope, id)
    if (!row) return
    await audit.record(tx, scope, {
      action: status === 'removed' ? 'trigger.webhook_removed' : 'trigger.webhook_removal_failed',
      targetType: 'trigger',
      targetId: row.triggerId,
      details: { slug: row.slug, ...(code === undefined ? {} : { code }) },
    })
  }

  async function tryOnce(scope: Scope, id: string, isLast: boolean, signal: AbortSignal): Promise<Verdict> {
    const row = await findUnregistration(db, scope, id)
    if (!row) return { status: 'gone' }
    const error = await unregistering.perform(scope.projectId, row, signal)
    // One that is not there any longer was removed: by the service, by hand, or by an attempt whose server was killed.
    if (!error || isMissing(error)) return { status: 'removed' }
    signal.throwIfAborted()
    return { status: isLast || final.has(error.code) ? 'failed' : 'again', code: error.code }
  }

  return {
    kind: unregisterKind,
    pool: 'outgoing',
    perProject,
    async handle(context) {
      const { run, scope, signal } = context
      const { id } = run.input as UnregisterInput
      for (let tries = 0; ; tries++) {
        const isLast = tries === waitsMs.length
        const verdict = await context.step(`try ${tries + 1}`, () => tryOnce(scope, id, isLast, signal), {
          retries: 3,
          backoffMs: second,
          class: 'repeatable',
          commit: async (tx, ended) => {
            if (ended.status === 'removed' || ended.status === 'failed') await end(tx, scope, id, ended)
          },
        })
        if (verdict.status !== 'again') return { status: verdict.status, tries: tries + 1 }
        await context.sleep(`wait ${tries + 1}`, new Date(clock.now().getTime() + waitsMs[tries]!))
      }
    },
    /** A run that was given up would otherwise leave the credentials stored. */
    async onEnd(tx, run, { status }) {
      if (status === 'succeeded') return
      await end(tx, run.scope, (run.input as UnregisterInput).id, {
        status: 'failed',
        code: 'internal_error',
      })
    },
  }
}
