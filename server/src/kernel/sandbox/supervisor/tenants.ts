import type { Language } from '../protocol/messages.ts'
import { OutOfCapacity, type Spare } from './capacity.ts'
import type { Child } from './child-process.ts'
import type { Pool } from './pool.ts'
import { createRunQueue } from './run-queue.ts'

/** A child belongs to one project from its first order until it exits, whatever becomes of the sessions in it. */
export type Tenancy = {
  child: Child
  projectId: string
  sessions: Set<string>
  runs: number
  active: number
  idle: NodeJS.Timeout | null
  idleSince: number
}

export type Tenants = {
  forSession(projectId: string, session: string): Promise<Tenancy>
  /** A process for one run, given back when the work is over. */
  forRun<T>(projectId: string, work: (tenancy: Tenancy) => Promise<T>): Promise<T>
  /** Counts as busy while the work is done. */
  use<T>(tenancy: Tenancy, work: () => Promise<T>): Promise<T>
  endSession(tenancy: Tenancy, session: string): void
  bound(): number
  /** Processes that hold nothing and do nothing at the moment. */
  spares(): Spare[]
  close(): void
}

export type TenantRules = {
  /** Several sessions of a project may share a process where the engine gives each its own memory. */
  sessionsPerProcess: number
  /** Up to here a session joins others that are at work, to save a process; above it only those that rest. */
  fillTo: number
  /** Whether single runs and sessions can be in one process. */
  isShared: boolean
  processesPerProject: number
  /** After so much a process makes way for a new one, whatever may have piled up in it. */
  runsPerProcess: number
  keepIdleMs: number
  /** How long a run waits for a process of its project before another one is started for it. */
  queueWaitMs: number
}

/** A JavaScript engine gives every session its own instance, a Python process has one interpreter. */
export const tenantRules: Record<Language, TenantRules> = {
  javascript: {
    sessionsPerProcess: 8,
    fillTo: 6,
    isShared: true,
    processesPerProject: 8,
    runsPerProcess: 2000,
    keepIdleMs: 30_000,
    queueWaitMs: 25,
  },
  python: {
    sessionsPerProcess: 1,
    fillTo: 0,
    isShared: false,
    processesPerProject: 64,
    runsPerProcess: 1000,
    keepIdleMs: 20_000,
    queueWaitMs: 150,
  },
}

export function createTenants(pool: Pool, rules: TenantRules): Tenants {
  const byProject = new Map<string, Set<Tenancy>>()

  function live(projectId: string): Tenancy[] {
    return [...(byProject.get(projectId) ?? [])].filter(({ child }) => !child.hasExited())
  }

  const queue = createRunQueue({
    ...rules,
    count: (projectId) => {
      const alive = live(projectId)
      return { live: alive.length, usable: alive.filter((each) => hasCapacityFor('run', each)).length }
    },
    hasWarm: () => pool.state().warm > 0,
    bind,
    occupy: (tenancy) => occupy(tenancy, null),
    rest,
  })

  async function bind(projectId: string): Promise<Tenancy> {
    const child = await pool.take(projectId)
    const tenancy: Tenancy = {
      child,
      projectId,
      sessions: new Set<string>(),
      runs: 0,
      active: 0,
      idle: null,
      idleSince: 0,
    }
    const mine = byProject.get(projectId) ?? new Set()
    byProject.set(projectId, mine.add(tenancy))
    child.onExit(() => {
      if (tenancy.idle !== null) clearTimeout(tenancy.idle)
      mine.delete(tenancy)
      if (mine.size === 0 && byProject.get(projectId) === mine) byProject.delete(projectId)
      queue.lost(projectId)
    })
    return tenancy
  }

  const hasCapacityFor = (kind: 'session' | 'run', { child, sessions, runs }: Tenancy) =>
    runs < rules.runsPerProcess &&
    !child.isBehind() &&
    (rules.isShared ? kind === 'run' || sessions.size < rules.sessionsPerProcess : sessions.size === 0)

  /** One that computes for long may do so until its deadline. */
  const computes = ({ child }: Tenancy) => (child.ranMs() ?? 0) > rules.queueWaitMs

  const leastBusy = (projectId: string, kind: 'session' | 'run'): Tenancy | undefined =>
    live(projectId)
      .filter((tenancy) => hasCapacityFor(kind, tenancy))
      .sort(
        (a, b) =>
          Number(computes(a)) - Number(computes(b)) ||
          a.active - b.active ||
          a.sessions.size - b.sessions.size,
      )[0]

  /** An idle process of the project, taken in the same breath: no one else finds it free in between. */
  function chooseForRun(projectId: string): Tenancy | Promise<Tenancy> {
    const best = leastBusy(projectId, 'run')
    return best?.active === 0 ? occupy(best, null) : queue.wait(projectId)
  }

  /** An idle process of the project, else a new one, else the one with the least to do. */
  async function chooseForSession(projectId: string, session: string): Promise<Tenancy> {
    const best = leastBusy(projectId, 'session')
    if (best?.active === 0) return occupy(best, session)
    // A session may not find the process of a single run taken from under it, nor wait for that to end.
    const isCrowded = live(projectId).length >= rules.processesPerProject
    if (best && rules.isShared && (isCrowded || (best.sessions.size < rules.fillTo && !computes(best))))
      return occupy(best, session)
    try {
      return occupy(await bind(projectId), session)
    } catch (error) {
      // Where there is no capacity for another process, those of the project do with what it has.
      if (!(error instanceof OutOfCapacity) || !best || !rules.isShared || best.child.hasExited()) throw error
      return occupy(best, session)
    }
  }

  function occupy(tenancy: Tenancy, session: string | null): Tenancy {
    wake(tenancy)
    tenancy.runs++
    if (session === null) tenancy.active++
    else tenancy.sessions.add(session)
    return tenancy
  }

  function wake(tenancy: Tenancy): void {
    // Found again before its time was up.
    if (tenancy.idle !== null) clearTimeout(tenancy.idle)
    tenancy.idle = null
  }

  function rest(tenancy: Tenancy): void {
    if (tenancy.sessions.size > 0 || tenancy.active > 0) return
    wake(tenancy)
    tenancy.idleSince = performance.now()
    // One that was slowed down and cannot be sped up again would be slow for the caller that is next.
    if (tenancy.runs >= rules.runsPerProcess || tenancy.child.isBehind()) tenancy.child.kill('closed')
    else tenancy.idle = setTimeout(() => tenancy.child.kill('closed'), rules.keepIdleMs)
  }

  async function whileActive<T>(tenancy: Tenancy, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } finally {
      tenancy.active--
      const isFree = tenancy.active === 0 && !tenancy.child.hasExited() && hasCapacityFor('run', tenancy)
      if (!isFree || !queue.offer(tenancy)) rest(tenancy)
    }
  }

  return {
    use(tenancy, work) {
      wake(tenancy)
      tenancy.active++
      return whileActive(tenancy, work)
    },
    forSession: chooseForSession,
    async forRun(projectId, work) {
      const tenancy = await chooseForRun(projectId)
      return whileActive(tenancy, () => work(tenancy))
    },
    endSession(tenancy, session) {
      tenancy.sessions.delete(session)
      rest(tenancy)
    },
    bound: () => [...byProject.values()].reduce((sum, mine) => sum + mine.size, 0),
    spares: () =>
      [...byProject.values()].flatMap((mine) =>
        [...mine]
          .filter(({ child, sessions, active }) => !child.hasExited() && sessions.size === 0 && active === 0)
          .map(({ child, idleSince }) => ({
            idleSince,
            megabytes: child.megabytes() ?? 0,
            end: () => child.kill('closed'),
          })),
      ),
    close() {
      for (const mine of byProject.values()) for (const { child } of mine) child.kill('closed')
    },
  }
}
