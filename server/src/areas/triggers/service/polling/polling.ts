import { LargeContent, readValue } from '../../../../kernel/compute/large-content.ts'
import type { Db, Tx } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import { idOfName } from '../../../../kernel/ids.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Connections } from '../../../connections/index.ts'
import type { Pieces } from '../../../pieces/index.ts'
import type { Credentials, ToolDefinition, Toolkits } from '../../../toolkits/index.ts'
import type { PollConfig } from '../../schema/config.ts'
import type { InvocationError } from '../../schema/invocation.ts'
import type { TriggerRow, UpsertBody } from '../../schema/trigger.ts'
import { keyExists } from '../../store/polled-trigger.ts'
import type { TriggerKey } from '../../store/trigger.ts'
import { ownerScope } from '../owner.ts'
import { typeNotFound } from '../refusals.ts'
import type { TriggerTypes } from '../types.ts'

const timeoutMs = 60_000
// What one poll finds is read and stored in one transaction.
const maxBytes = 8 * 1024 * 1024

export type PollingDeps = {
  db: Db
  pieces: Pick<Pieces, 'provider'>
  connections: Pick<Connections, 'select' | 'renew'>
  toolkits: Pick<Toolkits, 'get'>
  types: TriggerTypes
}

type Performed = Awaited<ReturnType<Pieces['provider']['runTrigger']>>
export type PolledAccount = {
  tool: ToolDefinition
  credentials: Credentials | null
  connectedAccountId: string | null
}
/** What a poll found; its cursor is stored by `commit`, with what becomes of the events. */
export type Poll = { events: unknown[]; commit(tx: Tx): Promise<void> }

/** Triggers of toolkits: the code of the toolkit calls its service, and stores under the id of the trigger where it was. */
export function createPolling({ db, pieces, connections, toolkits, types }: PollingDeps) {
  async function account(
    scope: Scope,
    slug: string,
    { connectedAccountId }: Pick<UpsertBody, 'connectedAccountId'>,
  ): Promise<PolledAccount> {
    const tool = await types.findPolled(slug)
    if (!tool) throw typeNotFound(slug)
    const toolkit = await toolkits.get(db, scope, tool.toolkitSlug)
    if (toolkit.isDisabled) throw typeNotFound(slug)
    if (tool.noAuth || toolkit.noAuth) return { tool, credentials: null, connectedAccountId: null }
    const credentials = await connections.select(scope, toolkit, {
      toolSlug: slug,
      ...(connectedAccountId === undefined ? {} : { connectedAccountId }),
    })
    return { tool, credentials, connectedAccountId: credentials.connectedAccountId }
  }

  /** A token that the service refuses is renewed once. */
  async function call(
    scope: Scope,
    { tool, credentials }: PolledAccount,
    id: string,
    { hook, config, signal }: { hook: 'onEnable' | 'run'; config: PollConfig; signal: AbortSignal },
  ): Promise<Performed> {
    const run = (used: Credentials | null) =>
      pieces.provider.runTrigger({
        scope,
        toolSlug: tool.slug,
        hook,
        place: id,
        arguments: config.arguments,
        credentials: used,
        timeoutMs,
        signal,
      })
    const performed = await run(credentials)
    const { outcome } = performed
    if (outcome.successful || outcome.errorCode !== 'auth_expired' || !credentials) return performed
    const renewed = await connections.renew(scope, credentials)
    return renewed ? run(renewed) : performed
  }

  return {
    account,
    /**
     * Before a trigger is created: its toolkit notes from where on events are new. The id follows from the key, so that two
     * requests that create the same trigger note it once.
     */
    async begin(scope: Scope, polled: PolledAccount, key: TriggerKey, config: PollConfig) {
      const { projectId, userId, slug, name, workflowId, connectedAccountId } = key
      const namespace = Buffer.from(projectId.replaceAll('-', ''), 'hex')
      const id = idOfName(namespace, JSON.stringify([userId, slug, name, workflowId, connectedAccountId]))
      if (await keyExists(db, key)) return { id, commit: async () => undefined }
      const signal = AbortSignal.timeout(timeoutMs)
      const { outcome, writes } = await call(scope, polled, id, { hook: 'onEnable', config, signal })
      if (!outcome.successful)
        throw new AppError('upstream_error', `The trigger could not be created: ${outcome.error}`, {
          hint: 'Check the account and the arguments.',
        })
      return { id, commit: (tx: Tx): Promise<void> => writes.commit(tx) }
    },
    /** What is new, or why that is not known. */
    async poll(trigger: TriggerRow, signal: AbortSignal): Promise<Poll | InvocationError> {
      const scope = ownerScope(trigger)
      const { slug, connectedAccountId, id } = trigger
      try {
        const requested = connectedAccountId === null ? {} : { connectedAccountId }
        const polled = await account(scope, slug, requested)
        const config = trigger.config as PollConfig
        const { outcome, writes } = await call(scope, polled, id, { hook: 'run', config, signal })
        if (!outcome.successful) return { code: outcome.errorCode, message: outcome.error }
        const data = readData(outcome.data)
        if (data === tooLarge) return tooLargeError
        return { events: Array.isArray(data) ? data : [], commit: (tx) => writes.commit(tx) }
      } catch (error) {
        if (error instanceof AppError) return { code: error.code, message: error.message }
        throw error
      }
    },
  }
}

export type Polling = ReturnType<typeof createPolling>

const tooLarge = Symbol('too large')
const tooLargeError: InvocationError = {
  code: 'output_too_large',
  message: `The events of one poll are larger than ${maxBytes} bytes`,
}

const readData = (data: unknown): unknown => {
  if (!(data instanceof LargeContent)) return data
  return data.bytes.byteLength > maxBytes ? tooLarge : readValue(data)
}
