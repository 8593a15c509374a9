import { positionOf } from '../../kernel/cursor.ts'
import type { Db } from '../../kernel/db/db.ts'
import { cursorPage } from '../../kernel/db/rows/cursor-page.ts'
import { AppError } from '../../kernel/errors.ts'
import { mapPage, offsetOf, type Page } from '../../kernel/page.ts'
import type { RunFilter } from '../../kernel/runs/maintenance/operator-store.ts'
import type { Runs } from '../../kernel/runs/runs.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { Audit } from '../audit/index.ts'
import type { Run, RunDetail, RunQuery } from './schema.ts'

export type RunsAreaDeps = { db: Db; runs: Runs; audit: Audit }
export type RunsService = ReturnType<typeof createRunsService>

const maxCounted = 10_000
const maxSteps = 1_000

/**
 * The work in the background of all projects, for the operator of the installation. What a project gave a run and what
 * came of it is the project's own and not shown.
 */
export function createRunsService({ db, runs, audit }: RunsAreaDeps) {
  const notFound = () => new AppError('run_not_found', 'Run not found')
  const withPool = <T extends { kind: string }>(run: T) => ({ ...run, pool: runs.poolOf(run.kind) })

  function filterOf({ kind, pool, status, projectId, from, to }: RunQuery): RunFilter {
    if (from && to && from > to) throw new AppError('invalid_parameter', 'from must not be after to')
    const ofPool = pool && runs.kindsOf(pool)
    const kinds = kind === undefined ? ofPool : ofPool ? ofPool.filter((each) => each === kind) : [kind]
    return {
      ...(kinds && { kinds }),
      ...(status && { statuses: status }),
      ...(projectId !== undefined && { projectId }),
      ...(from && { from }),
      ...(to && { to }),
    }
  }

  return {
    async list(query: RunQuery): Promise<Page<Run>> {
      const filter = filterOf(query)
      const cursor = query.cursor === undefined ? null : positionOf(query.cursor)
      const [found, total] = await Promise.all([
        runs.list(db, filter, cursor, { limit: query.limit + 1, offset: cursor ? 0 : offsetOf(query) }),
        runs.count(db, filter, maxCounted),
      ])
      return mapPage(cursorPage(found, total, query), withPool)
    },
    async get(id: string): Promise<RunDetail> {
      const run = await runs.detail(db, id, maxSteps)
      if (!run) throw notFound()
      return withPool(run)
    },
    /** With everything that it started. The audit log of the run's own project says so. */
    async cancel(scope: Scope, id: string): Promise<{ id: string; status: 'cancelled' | 'running' }> {
      const run = await runs.detail(db, id, 0)
      if (!run) throw notFound()
      const inProject = { ...scope, projectId: run.projectId }
      const outcome = await db.tx(async (tx) => {
        const outcome = await runs.cancel(tx, inProject, id)
        if (outcome === 'ended' || outcome === 'asked')
          await audit.record(tx, inProject, {
            action: 'run.cancelled',
            targetType: 'run',
            targetId: id,
            details: { kind: run.kind },
          })
        return outcome
      })
      if (outcome === 'unknown') throw notFound()
      if (outcome === 'over') throw new AppError('run_ended', 'The run has already ended')
      return { id, status: outcome === 'ended' ? 'cancelled' : 'running' }
    },
  }
}
