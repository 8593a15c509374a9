import type { GoneReason, Request, Response, SupervisorState } from '../wire/control.ts'
import type { Language, Order } from '../wire/messages.ts'
import type { Ended } from './child-process.ts'
import { type Pool, PoolBusy } from './pool.ts'
import type { Tenancy, Tenants } from './tenants.ts'

export type Quarters = Record<Language, { pool: Pool; tenants: Tenants }>

type Answer = (response: Response, body?: Buffer | null) => void
type Place = { tenancy: Tenancy; tenants: Tenants }

/** Carries out what the server asks: finds the process that it concerns and passes words to and fro. */
export function createRequests(quarters: Quarters, answer: Answer) {
  const sessions = new Map<string, Place>()
  /** Where each request is being carried out, for replies and for cancelling. */
  const underWay = new Map<number, Tenancy>()
  const cancelled = new Set<number>()

  async function ask(
    id: number,
    place: Tenancy,
    order: Exclude<Order, { op: 'reply' }>,
    body: Buffer | null,
    deadlineMs: number,
  ): Promise<void> {
    // Cancelled while it waited for a process.
    if (cancelled.delete(id)) return answer({ id, from: 'gone', reason: 'cancelled' })
    underWay.set(id, place)
    const ended = await place.child.ask({
      order,
      body,
      deadlineMs,
      onTold: (told, toldBody) => answer({ id, from: 'told', told }, toldBody),
    })
    underWay.delete(id)
    cancelled.delete(id)
    report(id, ended)
  }

  function report(id: number, ended: Ended): void {
    if (ended.kind === 'done') answer({ id, from: 'done', done: ended.done }, ended.body)
    else answer({ id, from: 'gone', reason: ended.reason satisfies GoneReason })
  }

  const refuse = (id: number, reason: 'no_session' | 'unavailable' | 'busy', message: string) =>
    answer({ id, from: 'refused', reason, message })

  async function open(request: Extract<Request, { to: 'open' }>, body: Buffer | null): Promise<void> {
    const { id, language, projectId, session, deadlineMs } = request
    const { tenants } = quarters[language]
    const tenancy = await tenants.forSession(projectId, session)
    sessions.set(session, { tenancy, tenants })
    tenancy.child.onGone(() => sessions.delete(session))
    await tenants.use(tenancy, () => ask(id, tenancy, { op: 'open', session }, body, deadlineMs))
  }

  async function close(id: number, session: string): Promise<void> {
    const place = sessions.get(session)
    sessions.delete(session)
    if (place) {
      const { tenancy, tenants } = place
      // With one session to a process the process ends; it need not be told.
      if (tenancy.child.language === 'python') tenancy.child.kill('closed')
      else {
        const order = { op: 'close', session } as const
        await tenants.use(tenancy, () =>
          tenancy.child.ask({ order, body: null, deadlineMs: closeDeadlineMs, onTold() {} }),
        )
      }
      tenants.endSession(tenancy, session)
    }
    answer({ id, from: 'done', done: { t: 'done' } })
  }

  async function carryOut(request: Request, body: Buffer | null): Promise<void> {
    const { id } = request
    switch (request.to) {
      case 'open':
        return open(request, body)
      case 'run': {
        const { tenants } = quarters[request.language]
        return tenants.forRun(request.projectId, (tenancy) =>
          ask(id, tenancy, { op: 'run', run: request.run }, body, request.deadlineMs),
        )
      }
      case 'order': {
        const place = sessions.get(request.session)
        if (!place || place.tenancy.child.isGone())
          return refuse(id, 'no_session', 'the session is not in any process')
        const order = { ...request.order, session: request.session } as Exclude<Order, { op: 'reply' }>
        return place.tenants.use(place.tenancy, () => ask(id, place.tenancy, order, body, request.deadlineMs))
      }
      case 'close':
        return close(id, request.session)
      case 'cancel': {
        const place = underWay.get(request.request)
        if (place) place.child.kill('cancelled')
        else cancelled.add(request.request)
        return
      }
      case 'reply':
        underWay.get(request.request)?.child.reply(request.reply, body)
        return
      case 'state':
        return answer({ id, from: 'state', state: stateOf(quarters) })
    }
  }

  return {
    /** Everything that goes wrong is an answer, too. */
    accept(request: Request, body: Buffer | null): void {
      carryOut(request, body).catch((error: Error) =>
        refuse(request.id, error instanceof PoolBusy ? 'busy' : 'unavailable', error.message),
      )
    },
  }
}

const closeDeadlineMs = 30_000

function stateOf(quarters: Quarters): SupervisorState {
  const of = ({ pool, tenants }: Quarters[Language]) => ({ ...pool.state(), bound: tenants.bound() })
  return { javascript: of(quarters.javascript), python: of(quarters.python) }
}
