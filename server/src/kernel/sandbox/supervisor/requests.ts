import type { ExitReason, Request, Response, SupervisorState } from '../protocol/control.ts'
import type { Language, SideTaskOrder, Task } from '../protocol/messages.ts'
import { OutOfCapacity } from './capacity.ts'
import { type ChildRequest, cancelledBeforeStart, type Ended } from './child-process.ts'
import { createMoves, type Placement } from './moves.ts'
import { type Pool, PoolBusy } from './pool.ts'
import type { Tenancy, Tenants } from './tenants.ts'

export type LanguagePools = Record<Language, { pool: Pool; tenants: Tenants }>

type Refused = Extract<Response, { from: 'refused' }>['reason']
type Respond = (response: Response, body?: Buffer | null) => void
type Outward = Parameters<ChildRequest['onMessage']>[0]

/** Whether code of a guest runs for it, or may: it needs the process for itself. */
const needsGuest = (order: Task): order is Exclude<Task, SideTaskOrder> =>
  order.op === 'run' || order.op === 'open' || order.op === 'execute'

/** Handles requests of the server: finds the process for each and passes messages between them. */
export function createRequests(pools: LanguagePools, respond: Respond) {
  const sessions = new Map<string, Placement>()
  const moves = createMoves(sessions)
  /** Where each request is being carried out, for replies and for cancelling. */
  const inFlight = new Map<number, { placement: Tenancy; session: string | null; cancel(): void }>()
  /** Requests that wait for a process, and those of them that no one wants any more. */
  const pending = new Set<number>()
  const cancelled = new Set<number>()

  async function send(
    id: number,
    tenancy: Tenancy,
    order: Task,
    body: Buffer | null,
    deadlineMs: number,
  ): Promise<void> {
    // Cancelled while it waited for a process.
    if (cancelled.delete(id)) return report(id, cancelledBeforeStart)
    const onMessage = (message: Outward, messageBody: Buffer | null) =>
      respond({ id, from: 'message', message }, messageBody)
    const command = { body, deadlineMs, onMessage }
    const { ended, cancel } = needsGuest(order)
      ? tenancy.child.request({ ...command, order })
      : tenancy.child.requestSideTask({ ...command, order })
    inFlight.set(id, { placement: tenancy, session: 'session' in order ? order.session : null, cancel })
    const end = await ended
    inFlight.delete(id)
    if (end.kind === 'done' && end.done.lost && 'session' in order) forget(order.session)
    report(id, end)
  }

  /** Its interpreter is lost, the process it was in is not. */
  function forget(session: string): void {
    const placement = sessions.get(session)
    sessions.delete(session)
    placement?.tenants.endSession(placement.tenancy, session)
  }

  function report(id: number, ended: Ended): void {
    if (ended.kind === 'done') respond({ id, from: 'done', done: ended.done }, ended.body)
    else respond({ id, from: 'exited', reason: ended.reason satisfies ExitReason, ranMs: ended.ranMs })
  }

  const refuse = (id: number, reason: Refused, message: string) =>
    respond({ id, from: 'refused', reason, message })

  async function open(request: Extract<Request, { to: 'open' }>, body: Buffer | null): Promise<void> {
    const { id, language, projectId, session, deadlineMs } = request
    const { tenants } = pools[language]
    const tenancy = await moves.settle(session, { projectId, tenants })
    await tenants.use(tenancy, () => send(id, tenancy, { op: 'open', session }, body, deadlineMs))
  }

  async function close(id: number, session: string): Promise<void> {
    const placement = sessions.get(session)
    sessions.delete(session)
    if (placement) {
      const { tenancy, tenants } = placement
      // A script that still runs in it ends with it; those of other sessions in the process continue.
      for (const going of inFlight.values()) if (going.session === session) going.cancel()
      const order = { op: 'close', session } as const
      await tenants.use(
        tenancy,
        () => tenancy.child.request({ order, body: null, deadlineMs: closeDeadlineMs, onMessage() {} }).ended,
      )
      tenants.endSession(tenancy, session)
    }
    respond({ id, from: 'done', done: { t: 'done' } })
  }

  async function carryOut(request: Request, body: Buffer | null): Promise<void> {
    const { id } = request
    switch (request.to) {
      case 'open':
        return open(request, body)
      case 'run': {
        const { tenants } = pools[request.language]
        return tenants.forRun(request.projectId, (tenancy) =>
          send(id, tenancy, { op: 'run', run: request.run }, body, request.deadlineMs),
        )
      }
      case 'order': {
        const placement = sessions.get(request.session)
        if (!placement || placement.tenancy.child.hasExited())
          return refuse(id, 'no_session', 'the session is not in any process')
        const order = { ...request.order, session: request.session } as Task
        const { tenants, tenancy } = needsGuest(order)
          ? await moves.isolate(request.session, placement)
          : placement
        return tenants.use(tenancy, () => send(id, tenancy, order, body, request.deadlineMs))
      }
      case 'close':
        return close(id, request.session)
      case 'cancel': {
        const going = inFlight.get(request.request)
        if (going) going.cancel()
        else if (pending.has(request.request)) cancelled.add(request.request)
        return
      }
      case 'reply':
        inFlight.get(request.request)?.placement.child.reply(request.reply, body)
        return
      case 'state':
        if (request.probe) await pools[request.probe].pool.probe()
        return respond({ id, from: 'state', state: stateOf(pools) })
    }
  }

  return {
    /** Every failure is a response, too. */
    accept(request: Request, body: Buffer | null): void {
      pending.add(request.id)
      carryOut(request, body)
        .catch((error: Error) => refuse(request.id, reasonOf(error), error.message))
        .finally(() => {
          pending.delete(request.id)
          cancelled.delete(request.id)
        })
    },
  }
}

function reasonOf(error: Error): 'full' | 'busy' | 'unavailable' {
  if (error instanceof OutOfCapacity) return 'full'
  return error instanceof PoolBusy ? 'busy' : 'unavailable'
}

const closeDeadlineMs = 30_000

function stateOf(pools: LanguagePools): SupervisorState {
  const of = ({ pool, tenants }: LanguagePools[Language]) => ({ ...pool.state(), bound: tenants.bound() })
  return { javascript: of(pools.javascript), python: of(pools.python) }
}
