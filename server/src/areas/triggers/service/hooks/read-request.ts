import type { Clock } from '../../../../kernel/clock.ts'
import type { Db } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import { idOfName } from '../../../../kernel/ids.ts'
import type { Runs } from '../../../../kernel/runs/runs.ts'
import type { SubscriptionConfig } from '../../schema/config.ts'
import { insertEventInvocations } from '../../store/event-trigger.ts'
import { endInvocation, lockInvocation, setPayload } from '../../store/invocation.ts'
import { findUnread, type UnreadRequest } from '../../store/read-invocations.ts'
import { holdTrigger } from '../../store/trigger.ts'
import type { InvocationRef } from '../claim.ts'
import { type FireInput, fireKind } from '../fire-input.ts'
import { ownerScope } from '../owner.ts'
import { eventsIn, type Returned, type ToolkitCalls } from '../toolkits/calls.ts'
import { storedHeaders } from './content.ts'
import { type ToolkitRequest, toolkitPayload } from './handshake.ts'

export type ReadRequestDeps = {
  db: Db
  clock: Clock
  runs: Pick<Runs, 'enqueueMany'>
  calls: Pick<ToolkitCalls, 'callFor'>
}

/**
 * Has the toolkit of a trigger find the events in a request of its service. The first one is that of the invocation, each
 * further one an invocation by itself; they commit together with what the toolkit stores.
 */
export function createReadRequest({ db, clock, runs, calls }: ReadRequestDeps) {
  async function store({ trigger, invocation }: UnreadRequest, request: ToolkitRequest, returned: Returned) {
    const [first, ...others] = eventsIn(returned)
    const namespace = Buffer.from(invocation.id.replaceAll('-', ''), 'hex')
    await db.tx(async (tx) => {
      const held = await holdTrigger(tx, trigger, 'share')
      const unread = await lockInvocation(tx, invocation)
      if (!held || unread?.status !== 'queued' || isRead(unread.payload)) return
      await returned.commit(tx)
      const at = clock.now()
      const payload = { ...request, headers: storedHeaders(request.headers) }
      await setPayload(tx, invocation, first === undefined ? payload : { ...payload, data: first })
      if (first === undefined) await endInvocation(tx, invocation, { status: 'completed', error: null, at })
      if (others.length === 0) return
      const rows = others.map((data, i) => ({
        id: idOfName(namespace, String(i)),
        trigger: { ...held, generation: invocation.generation },
        depth: 1,
        payload: { data },
        error: null,
      }))
      await insertEventInvocations(tx, 'connected_webhook', rows, at)
      const starts = rows.map(({ id }) => {
        const input: FireInput = { triggerId: held.id, invocationId: id }
        return { id: idOfName(namespace, `run ${id}`), kind: fireKind, input }
      })
      await runs.enqueueMany(tx, ownerScope(held), starts)
    })
    return first !== undefined
  }

  /** False when there is nothing to start. Throws what another attempt may read. */
  return async (ref: InvocationRef, signal: AbortSignal): Promise<boolean> => {
    const unread = await findUnread(db, ref)
    if (!unread || isRead(unread.invocation.payload)) return true
    const { trigger, invocation } = unread
    if (trigger.status !== 'active' || trigger.generation !== invocation.generation) return true
    const request = invocation.payload as ToolkitRequest
    const { arguments: values } = trigger.config as SubscriptionConfig
    const payload = toolkitPayload(request, invocation.body ?? Buffer.alloc(0))
    const returned = await calls.callFor(trigger, { hook: 'run', arguments: values, signal, payload })
    if (!('commit' in returned))
      throw new AppError('upstream_error', `The request could not be read: ${returned.message}`)
    return store(unread, request, returned)
  }
}

export type ReadRequest = ReturnType<typeof createReadRequest>

const isRead = (payload: unknown): boolean =>
  typeof payload === 'object' && payload !== null && 'data' in payload
