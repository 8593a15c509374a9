import type { SideTaskOrder, Task } from '../protocol/messages.ts'
import { packLayers } from '../protocol/workspace-archive.ts'
import type { Child, Ended } from './child-process.ts'
import type { Tenancy, Tenants } from './tenants.ts'

/** Where a session lives. */
export type Placement = { tenancy: Tenancy; tenants: Tenants }

// Most scripts have ended by then, and moving takes longer than that.
const queueWaitMs = 25
const stepMs = 20_000

/**
 * Sessions of a project share a process as long as each has little to do. One that is needed while a script of
 * another computes goes to a process that is free, with everything it holds.
 */
export function createMoves(sessions: Map<string, Placement>) {
  function put(session: string, placement: Placement): Placement {
    sessions.set(session, placement)
    placement.tenancy.child.onExit(() => {
      if (sessions.get(session)?.tenancy === placement.tenancy) sessions.delete(session)
    })
    return placement
  }

  /** The bytes that a step gave, or null when it could not be done. */
  async function step(child: Child, order: Task, body: Buffer | null = null): Promise<Buffer | null> {
    const command = { body, deadlineMs: stepMs, onMessage() {} }
    const request = isSideTask(order)
      ? child.requestSideTask({ ...command, order })
      : child.request({ ...command, order })
    return bytesOf(await request.ended)
  }

  async function move(session: string, from: Placement): Promise<Placement> {
    const { tenants, tenancy } = from
    const { child, projectId } = tenancy
    const state = await step(child, { op: 'save', session })
    const files = state && (await step(child, { op: 'export', session }))
    // Its script may have ended meanwhile, or the session cannot be serialized.
    if (files === null || (await child.isFreeWithin(0))) return from
    const to = await tenants.forSession(projectId, session).catch(() => tenancy)
    if (to === tenancy) return from
    const isThere =
      (await step(to.child, { op: 'open', session }, state)) !== null &&
      (await step(to.child, { op: 'import', session }, packLayers([files]))) !== null
    if (!isThere) {
      tenants.endSession(to, session)
      return from
    }
    void step(child, { op: 'close', session }).then(() => tenants.endSession(tenancy, session))
    return put(session, { tenants, tenancy: to })
  }

  return {
    /** Finds a process for a new session in which nothing computes at the moment. */
    async settle(session: string, { projectId, tenants }: { projectId: string; tenants: Tenants }) {
      for (let attempts = 0; ; attempts++) {
        const tenancy = await tenants.forSession(projectId, session)
        const isFree = attempts === maxAttempts || (await tenancy.child.isFreeWithin(queueWaitMs))
        if (isFree) return put(session, { tenants, tenancy }).tenancy
        tenants.endSession(tenancy, session)
      }
    },
    /** Where the session is once it can be worked on: moved, if a script of another continues where it was. */
    async isolate(session: string, placement: Placement): Promise<Placement> {
      if (await placement.tenancy.child.isFreeWithin(queueWaitMs)) return placement
      return placement.tenants.use(placement.tenancy, () => move(session, placement))
    },
  }
}

const maxAttempts = 3

const isSideTask = (order: Task): order is SideTaskOrder =>
  order.op !== 'open' && order.op !== 'execute' && order.op !== 'run'

function bytesOf(ended: Ended): Buffer | null {
  const isDone = ended.kind === 'done' && !ended.done.refused && !ended.done.broken
  return isDone ? (ended.body ?? Buffer.alloc(0)) : null
}
