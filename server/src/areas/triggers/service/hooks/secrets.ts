import type { Clock } from '../../../../kernel/clock.ts'
import { AppError } from '../../../../kernel/errors.ts'
import { newToken, randomLetters } from '../../../../kernel/ids.ts'
import type { Sealer } from '../../../../kernel/secrets/seal.ts'
import { hashToken } from '../../../../kernel/secrets/token.ts'
import type { WebhookConfig } from '../../schema/config.ts'
import type { TriggerRow } from '../../schema/trigger.ts'
import { configInvalid } from '../refusals.ts'
import { ruleOf } from './verify.ts'

const tokenBytes = 32
// Base64 of 33 bytes, without characters at which a double click would stop.
const secretLetters = 44
const defaultOverlapHours = 24

/** A row with its new secret; shown where it was generated here. */
type Sealed = { row: TriggerRow; shown: string | null }
type Owned = Pick<TriggerRow, 'projectId' | 'id'>

/** URLs and signing secrets of webhook triggers; at rest each can be opened for its own row only. */
export function createHookSecrets({
  sealer,
  clock,
  publicUrl,
}: {
  sealer: Sealer
  clock: Clock
  publicUrl: URL
}) {
  const contextOf = ({ projectId, id }: Owned, purpose: 'trigger-token' | 'trigger-secret') => ({
    projectId,
    purpose,
    rowId: id,
  })

  /** Opened once for each row that was read: it costs more than everything else that verifies a request. */
  const openedSecrets = new WeakMap<TriggerRow, { secret: string[]; old: string[] }>()
  const openedOf = (row: Owned, sealed: string | null): string[] =>
    sealed === null ? [] : [sealer.openText(contextOf(row, 'trigger-secret'), sealed)]

  /** The secret that a configuration needs: the given one, or one that is generated and shown once. */
  function configuredSecret(config: WebhookConfig): { secret: string | null; isGenerated: boolean } {
    const rule = ruleOf(config)
    if (rule === null) return { secret: null, isGenerated: false }
    if (config.secret !== undefined) return { secret: config.secret, isGenerated: false }
    if (rule.hasOwnSecret)
      throw configInvalid([
        {
          in: 'body',
          path: '/triggerConfig/secret',
          rule: 'required',
          message: `is required: ${config.signature} generates it`,
        },
      ])
    return { secret: `${rule.secretPrefix ?? ''}${randomLetters(secretLetters)}`, isGenerated: true }
  }

  /** The secret before is accepted for a while. */
  function replaced(row: TriggerRow, config: WebhookConfig, overlapHours: number): Sealed {
    const { secret, isGenerated } = configuredSecret(config)
    const until = new Date(clock.now().getTime() + overlapHours * 3_600_000).toISOString()
    const oldSecret = secret === null ? null : row.secret
    return {
      row: {
        ...row,
        secret: secret === null ? null : sealer.seal(contextOf(row, 'trigger-secret'), secret),
        oldSecret,
        oldSecretUntil: oldSecret === null ? null : until,
      },
      shown: isGenerated ? secret : null,
    }
  }

  return {
    newToken(row: Owned): { token: string; tokenHash: string } {
      const token = newToken(tokenBytes)
      return { token: sealer.seal(contextOf(row, 'trigger-token'), token), tokenHash: hashToken(token) }
    },
    hashOf(row: Owned & Pick<TriggerRow, 'token'>): string | null {
      return row.token === null
        ? null
        : hashToken(sealer.openText(contextOf(row, 'trigger-token'), row.token))
    },
    urlOf(row: Owned & Pick<TriggerRow, 'token'>): string | null {
      if (row.token === null) return null
      const token = sealer.openText(contextOf(row, 'trigger-token'), row.token)
      return new URL(`/hooks/${token}`, publicUrl).href
    },
    /** The secrets that are accepted now, newest first. */
    opened(row: TriggerRow): string[] {
      const known = openedSecrets.get(row) ?? {
        secret: openedOf(row, row.secret),
        old: openedOf(row, row.oldSecret),
      }
      openedSecrets.set(row, known)
      const isOldAccepted = row.oldSecretUntil !== null && new Date(row.oldSecretUntil) > clock.now()
      return isOldAccepted ? [...known.secret, ...known.old] : known.secret
    },
    /** The row with the secret that its configuration gives or needs, which itself has none. */
    configured(was: TriggerRow, row: TriggerRow): Sealed {
      if (row.slug !== 'webhook') return { row, shown: null }
      const { secret, ...config } = row.config as WebhookConfig
      const isSame = (was.config as Partial<WebhookConfig>).signature === config.signature
      const next = { ...row, config }
      if (was.secret !== null && isSame && secret === undefined) return { row: next, shown: null }
      return replaced(next, { ...config, secret }, defaultOverlapHours)
    },
    rotated(row: TriggerRow, secret: string | undefined, overlapHours: number): Sealed {
      const config = row.config as WebhookConfig
      if (row.slug !== 'webhook' || ruleOf(config) === null)
        throw new AppError('invalid_state', 'The trigger has no signing secret')
      return replaced(row, { ...config, secret }, overlapHours)
    },
  }
}

export type HookSecrets = ReturnType<typeof createHookSecrets>

export const unsignedWarning =
  'Requests are not signed: every caller that knows the URL can start the workflow. Choose a signature, or keep the URL secret.'
