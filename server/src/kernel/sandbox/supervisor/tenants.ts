import type { Language } from '../wire/messages.ts'
import type { Child } from './child-process.ts'
import type { Pool } from './pool.ts'

/** A child belongs to one project from its first order to its end, whatever becomes of the sessions in it. */
export type Tenancy = {
  child: Child
  projectId: string
  sessions: Set<string>
  runs: number
  active: number
  idle: NodeJS.Timeout | null
}

export type Tenants = {
  forSession(projectId: string, session: string): Promise<Tenancy>
  /** A process for one run, given back when the work is over. */
  forRun<T>(projectId: string, work: (tenancy: Tenancy) => Promise<T>): Promise<T>
  /** Counts as busy while the work is done. */
  use<T>(tenancy: Tenancy, work: () => Promise<T>): Promise<T>
  endSession(tenancy: Tenancy, session: string): void
  bound(): number
  close(): void
}

export type TenantRules = {
  /** Several sessions of a project may share a process where the engine gives each a memory of its own. */
  sessionsPerProcess: number
  processesPerProject: number
  runsPerProcess: number
  keepIdleMs: number
}

/** A JavaScript engine gives every session an instance of its own, a Python process has one interpreter. */
export const tenantRules: Record<Language, TenantRules> = {
  javascript: { sessionsPerProcess: 8, processesPerProject: 8, runsPerProcess: 2000, keepIdleMs: 30_000 },
  python: { sessionsPerProcess: 1, processesPerProject: 64, runsPerProcess: 1, keepIdleMs: 0 },
}

export function createTenants(pool: Pool, rules: TenantRules): Tenants {
  const byProject = new Map<string, Set<Tenancy>>()

  function live(projectId: string): Tenancy[] {
    return [...(byProject.get(projectId) ?? [])].filter(({ child }) => !child.isGone())
  }

  async function bind(projectId: string): Promise<Tenancy> {
    const child = await pool.take()
    const tenancy: Tenancy = { child, projectId, sessions: new Set(), runs: 0, active: 0, idle: null }
    const mine = byProject.get(projectId) ?? new Set()
    byProject.set(projectId, mine.add(tenancy))
    child.onGone(() => {
      if (tenancy.idle !== null) clearTimeout(tenancy.idle)
      mine.delete(tenancy)
      if (mine.size === 0 && byProject.get(projectId) === mine) byProject.delete(projectId)
    })
    return tenancy
  }

  /** An idle process of the project, else a new one, else the one with the least to do. */
  async function choose(projectId: string): Promise<Tenancy> {
    const usable = live(projectId)
      .filter(({ sessions, runs }) => sessions.size < rules.sessionsPerProcess && runs < rules.runsPerProcess)
      .sort((a, b) => a.active - b.active)
    const best = usable[0]
    if (best && (best.active === 0 || live(projectId).length >= rules.processesPerProject)) return best
    return bind(projectId)
  }

  function wake(tenancy: Tenancy): Tenancy {
    // Found again before its time was up.
    if (tenancy.idle !== null) clearTimeout(tenancy.idle)
    tenancy.idle = null
    return tenancy
  }

  function rest(tenancy: Tenancy): void {
    if (tenancy.sessions.size > 0 || tenancy.active > 0) return
    const isUsedUp = tenancy.runs >= rules.runsPerProcess || rules.keepIdleMs === 0
    if (isUsedUp) tenancy.child.kill('closed')
    else tenancy.idle = setTimeout(() => tenancy.child.kill('closed'), rules.keepIdleMs)
  }

  async function use<T>(tenancy: Tenancy, work: () => Promise<T>): Promise<T> {
    wake(tenancy)
    tenancy.active++
    try {
      return await work()
    } finally {
      tenancy.active--
      rest(tenancy)
    }
  }

  return {
    use,
    async forSession(projectId, session) {
      const tenancy = wake(rules.sessionsPerProcess === 1 ? await bind(projectId) : await choose(projectId))
      tenancy.sessions.add(session)
      return tenancy
    },
    async forRun(projectId, work) {
      const tenancy = rules.runsPerProcess === 1 ? await bind(projectId) : await choose(projectId)
      tenancy.runs++
      return use(tenancy, () => work(tenancy))
    },
    endSession(tenancy, session) {
      tenancy.sessions.delete(session)
      rest(tenancy)
    },
    bound: () => [...byProject.values()].reduce((sum, mine) => sum + mine.size, 0),
    close() {
      for (const mine of byProject.values()) for (const { child } of mine) child.kill('closed')
    },
  }
}
