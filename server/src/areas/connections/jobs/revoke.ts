import type { Clock } from '../../../kernel/clock.ts'
import type { Db, Tx } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { RunKind } from '../../../kernel/runs/run.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Audit } from '../../audit/index.ts'
import { type RevokeInput, revokeKind, type StoredGrant } from '../service/oauth/revoke.ts'
import type { TokenEndpoint } from '../service/oauth/token-endpoint.ts'
import type { SecretBox } from '../service/secrets.ts'
import { endRevocation, findRevocation, noteRevocationTry } from '../store/revocation.ts'

const [second, minute, hour] = [1_000, 60_000, 3_600_000]
/** The wait before each retry; a service that is down for two days retains the grant, and the receipt says so. */
const waitsMs = [5 * second, minute, 10 * minute, hour, 4 * hour, 12 * hour, 24 * hour]
const fixing = { retries: 5, backoffMs: 200 }

export type RevokeDeps = { db: Db; clock: Clock; audit: Audit; secrets: SecretBox; endpoint: TokenEndpoint }

type Verdict = 'revoked' | 'failed' | 'again' | 'gone'

/** Gives a grant back at the service, retries while it is unavailable, and records the result. */
export function createRevokeKind({ db, clock, audit, secrets, endpoint }: RevokeDeps): RunKind {
  async function tryOnce(scope: Scope, accountId: string, isLast: boolean): Promise<Verdict> {
    const row = await findRevocation(db, scope, accountId)
    if (row?.status !== 'pending' || row.grant_sealed === null) return 'gone'
    const stored = secrets.open(
      'connection-revocation',
      scope.projectId,
      accountId,
      row.grant_sealed,
    ) as StoredGrant
    const fault = await giveBack(stored)
    await noteRevocationTry(db, scope, accountId, fault?.message ?? null)
    if (fault === null) return 'revoked'
    return fault.mayPass && !isLast ? 'again' : 'failed'
  }

  async function giveBack({ service, refreshToken, accessToken }: StoredGrant) {
    try {
      // With the refresh token most services take the whole grant back; those that do not are given the other as well.
      const tokens = [
        ['refresh_token', refreshToken],
        ['access_token', accessToken],
      ] as const
      for (const [hint, token] of tokens) {
        if (token === null) continue
        const { isRevoked, status } = await endpoint.revoke(service, token, hint)
        if (isRevoked) continue
        const mayPass = status >= 500 || status === 429 || status === 408
        return { mayPass, message: `The service responded with status ${status}` }
      }
      return null
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return { mayPass: error.status >= 500, message: error.message }
    }
  }

  async function end(tx: Tx, scope: Scope, accountId: string, outcome: 'revoked' | 'failed', tries: number) {
    await endRevocation(tx, scope, accountId, outcome, clock.now())
    await audit.record(tx, scope, {
      action: outcome === 'revoked' ? 'connected_account.revoked' : 'connected_account.revocation_failed',
      targetType: 'connected_account',
      targetId: accountId,
      details: { tries },
    })
  }

  return {
    kind: revokeKind,
    pool: 'outgoing',
    async handle(context) {
      const { scope } = context
      const { accountId, notBefore } = context.run.input as RevokeInput
      if (notBefore !== undefined) await context.sleep('needed', new Date(notBefore))
      for (let tries = 0; ; tries++) {
        const isLast = tries === waitsMs.length
        const verdict = await context.step(`try ${tries + 1}`, () => tryOnce(scope, accountId, isLast), {
          ...fixing,
          async commit(tx, outcome) {
            if (outcome !== 'revoked' && outcome !== 'failed') return
            await end(tx, scope, accountId, outcome, tries + 1)
          },
        })
        if (verdict !== 'again') return { status: verdict, tries: tries + 1 }
        await context.sleep(`wait ${tries + 1}`, new Date(clock.now().getTime() + waitsMs[tries]!))
      }
    },
    /** A run that was given up would otherwise leave the grant stored and the receipt pending for good. */
    async onEnd(tx, run, { status }) {
      if (status === 'succeeded') return
      const { scope } = run
      const { accountId } = run.input as RevokeInput
      const row = await findRevocation(tx, scope, accountId)
      if (row?.status === 'pending') await end(tx, scope, accountId, 'failed', row.tries)
    },
  }
}
