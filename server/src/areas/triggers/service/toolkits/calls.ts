import { LargeContent, readValue } from '../../../../kernel/compute/large-content.ts'
import type { Db, Tx } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { AccountCopy, Connections } from '../../../connections/index.ts'
import type { Pieces, StoredValue } from '../../../pieces/index.ts'
import type { Credentials, Toolkits, ToolOutcome } from '../../../toolkits/index.ts'
import type { InvocationError } from '../../schema/invocation.ts'
import type { TriggerRow } from '../../schema/trigger.ts'
import { ownerScope } from '../owner.ts'
import { typeNotFound } from '../refusals.ts'
import type { ToolkitTrigger, TriggerTypes } from '../types.ts'

export const callTimeoutMs = 60_000
// What one call returns is read and stored in one transaction.
const maxBytes = 8 * 1024 * 1024

export type ToolkitCallsDeps = {
  db: Db
  pieces: Pick<Pieces, 'provider'>
  connections: Pick<Connections, 'select' | 'renew'>
  toolkits: Pick<Toolkits, 'get'>
  types: TriggerTypes
}

type PieceCall = Parameters<Pieces['provider']['runTrigger']>[0]
export type ToolkitCall = Pick<
  PieceCall,
  'hook' | 'place' | 'arguments' | 'signal' | 'webhookUrl' | 'payload' | 'isRepublish' | 'values'
>
export type ToolkitAccount = {
  trigger: ToolkitTrigger
  credentials: Credentials | null
  connectedAccountId: string | null
}
/** What a call used and wrote: enough to undo it at the service when nothing of that is stored any longer. */
export type Taken = { account: AccountCopy | null; values: readonly StoredValue[] }
/** What the code of a toolkit returned; its stored values are written by `commit`, with what becomes of the result. */
export type Returned = { data: unknown; taken(): Taken; commit(tx: Tx): Promise<void> }
type Called = Pick<TriggerRow, 'projectId' | 'id' | 'userId' | 'scope' | 'slug' | 'connectedAccountId'>

/** Calls the code of toolkits for triggers: with an account, under the id of the trigger, where it stores its values. */
export function createToolkitCalls({ db, pieces, connections, toolkits, types }: ToolkitCallsDeps) {
  async function account(
    scope: Scope,
    slug: string,
    connectedAccountId: string | null,
  ): Promise<ToolkitAccount> {
    const trigger = await types.findOfToolkit(slug)
    if (!trigger) throw typeNotFound(slug)
    const toolkit = await toolkits.get(db, scope, trigger.tool.toolkitSlug)
    if (toolkit.isDisabled) throw typeNotFound(slug)
    if (trigger.tool.noAuth || toolkit.noAuth) return { trigger, credentials: null, connectedAccountId: null }
    const requested = connectedAccountId === null ? {} : { connectedAccountId }
    const credentials = await connections.select(scope, toolkit, { toolSlug: slug, ...requested })
    return { trigger, credentials, connectedAccountId: credentials.connectedAccountId }
  }

  /** A token that the service refuses is renewed once. */
  async function call(
    scope: Scope,
    { trigger, credentials }: ToolkitAccount,
    requested: ToolkitCall,
  ): Promise<Returned | Failure> {
    const perform = (used: Credentials | null) =>
      pieces.provider.runTrigger({
        ...requested,
        scope,
        toolSlug: trigger.tool.slug,
        credentials: used,
        timeoutMs: callTimeoutMs,
      })
    let used = credentials
    let { outcome, writes } = await perform(used)
    if (!outcome.successful && outcome.errorCode === 'auth_expired' && credentials) {
      const renewed = await connections.renew(scope, credentials)
      if (renewed) {
        used = renewed
        ;({ outcome, writes } = await perform(used))
      }
    }
    if (!outcome.successful) return failureOf(outcome)
    const { data } = outcome
    if (data instanceof LargeContent && data.bytes.byteLength > maxBytes) return tooLarge
    return {
      data: data instanceof LargeContent ? readValue(data) : data,
      taken: () => ({ account: copyOf(used), values: writes.values() }),
      commit: (tx) => writes.commit(tx),
    }
  }

  return {
    account,
    call,
    /** For a trigger that exists, as its owner. */
    async callFor(trigger: Called, requested: Omit<ToolkitCall, 'place'>): Promise<Returned | Failure> {
      const scope = ownerScope(trigger)
      try {
        const used = await account(scope, trigger.slug, trigger.connectedAccountId)
        return await call(scope, used, { ...requested, place: trigger.id })
      } catch (error) {
        if (error instanceof AppError) return { code: error.code, message: error.message }
        throw error
      }
    },
  }
}

export type ToolkitCalls = ReturnType<typeof createToolkitCalls>

type Failure = InvocationError & { upstreamStatus?: number }

const failureOf = (outcome: Extract<ToolOutcome, { successful: false }>): Failure => {
  const { errorCode: code, error: message, upstreamStatus } = outcome
  return { code, message, ...(upstreamStatus === undefined ? {} : { upstreamStatus }) }
}

/** The events of a poll or of a request; toolkits return them as a list. */
export const eventsIn = ({ data }: Pick<Returned, 'data'>): unknown[] => (Array.isArray(data) ? data : [])

const copyOf = (used: Credentials | null): AccountCopy | null =>
  used === null || used.connectedAccountId === null
    ? null
    : { connectedAccountId: used.connectedAccountId, authScheme: used.scheme.name, values: used.values }

const tooLarge: InvocationError = {
  code: 'output_too_large',
  message: `The events of one call are larger than ${maxBytes} bytes`,
}
