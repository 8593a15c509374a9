import type { Db, Statement } from '../db/db.ts'
import { createProjectLimit } from '../limits/project-limit.ts'
import type { Log } from '../log.ts'
import type { NodeLease } from './node-lease.ts'
import { publishingSlots, publishReleased, type TakenSlots, takenElsewhere } from './store.ts'

export type ProjectSlotsDeps = {
  db: Db
  log: Log
  lease: NodeLease
  /** What runs in them; each kind is counted by itself. */
  kind: string
  perProject: number
  refusal(): Error
}

// How long another node may take slots for taken that are free again.
const publishAfterMs = 200

/**
 * Limits how much work of a kind runs concurrently for a project, over all nodes. Every node knows exactly what it runs
 * and publishes it in one row, which counts as long as its lease: slots of a node that was killed are free within
 * seconds. Taken slots are written with the statement that begins the work, released ones a moment later in one batch.
 */
export function createProjectSlots({ db, log, lease, kind, perProject, refusal }: ProjectSlotsDeps) {
  const limit = createProjectLimit({ perProject, refusal })
  const released = new Set<string>()
  let timer: NodeJS.Timeout | null = null

  const stateOf = (projectId: string): TakenSlots => ({
    kind,
    projectId,
    nodeId: lease.nodeId,
    taken: limit.takenBy(projectId),
  })

  async function publish(): Promise<void> {
    const projects = [...released]
    released.clear()
    await publishReleased(db, projects.map(stateOf))
  }

  function publishSoon(projectId: string): void {
    released.add(projectId)
    timer ??= setTimeout(() => {
      timer = null
      publish().catch((error) => log.warn({ err: error }, 'released slots were not published'))
    }, publishAfterMs).unref()
  }

  return {
    perProject,
    /** Holds a slot for as long as the work takes; throws the refusal when this node alone has taken all. */
    async during<T>(projectId: string, work: () => Promise<T>): Promise<T> {
      const giveBack = limit.take(projectId)
      try {
        await lease.hold()
        return await work()
      } finally {
        giveBack()
        publishSoon(projectId)
      }
    },
    /** Publishes the slots of this node; to be sent with the statement that begins the work. */
    publishing: (projectId: string): Statement => publishingSlots(stateOf(projectId)),
    /** A number to be compared with `perProject`: what this node has taken and what all others that live have. */
    counting(projectId: string): { here: number; elsewhere: Statement } {
      const state = stateOf(projectId)
      return { here: state.taken, elsewhere: takenElsewhere(state) }
    },
    async stop(): Promise<void> {
      if (timer) clearTimeout(timer)
      timer = null
    },
  }
}

export type ProjectSlots = ReturnType<typeof createProjectSlots>
