import type { Clock } from '../../../../kernel/clock.ts'
import type { Db } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import type { NewId } from '../../../../kernel/ids.ts'
import type { Page } from '../../../../kernel/page.ts'
import { actorOf, type Scope } from '../../../../kernel/scope.ts'
import { maskNamed } from '../../../../kernel/secrets/mask-named.ts'
import type { Audit } from '../../../audit/index.ts'
import {
  type CreateEvalsBody,
  type Eval,
  type EvalQuery,
  type EvalReport,
  maxEvals,
  type RunEvalsBody,
} from '../../schema/replay.ts'
import { versionLabel } from '../../schema/version-number.ts'
import type { WorkflowRow } from '../../schema/workflow.ts'
import {
  countEvals,
  deleteEval,
  type EvalRow,
  listEvals,
  listEvalsOfExecutions,
  listRecordings,
  type NewEval,
  upsertEval,
} from '../../store/executions/evals.ts'
import { getWorkflow, refuseForeign } from '../access.ts'
import { executionNotFound } from '../executions/refusals.ts'
import { refuseFaultyChecks } from './checks.ts'
import { evaluated, type RecordedEval } from './evaluate.ts'
import { fromRecording, toRecording } from './recording.ts'
import type { Replays } from './replay.ts'

export type EvalDeps = { db: Db; clock: Clock; newId: NewId; audit: Audit; replays: Replays }

/** Executions that are stored as tests of their workflow. */
export function createEvals({ db, clock, newId, audit, replays }: EvalDeps) {
  async function toNew(
    scope: Scope,
    workflow: WorkflowRow,
    source: CreateEvalsBody['executions'][number],
  ): Promise<NewEval> {
    const recorded = await replays.recordedCase(scope, source.executionId)
    if (recorded.workflowId !== workflow.id) throw executionNotFound()
    refuseFaultyChecks(source.checks)
    return {
      id: newId(),
      workflowId: workflow.id,
      userId: recorded.user.id,
      name: source.name ?? `Execution of ${recorded.startedAt.slice(0, 10)}`,
      executionId: recorded.executionId,
      version: recorded.version,
      input: maskNamed(recorded.input).value,
      output: maskNamed(recorded.output).value,
      recording: await toRecording(recorded),
      checks: source.checks,
      createdBy: actorOf(scope),
      at: clock.now(),
    }
  }

  async function readCases(
    scope: Scope,
    workflowId: string,
    selection: Parameters<typeof listRecordings>[3],
  ): Promise<RecordedEval[]> {
    const rows = await listRecordings(db, scope, workflowId, selection)
    return Promise.all(
      rows.map(async ({ recording, ...row }) => ({ ...row, recorded: await fromRecording(recording) })),
    )
  }

  return {
    async create(scope: Scope, workflowId: string, body: CreateEvalsBody): Promise<Eval[]> {
      const workflow = await getWorkflow(db, scope, workflowId)
      refuseForeign(scope, workflow)
      if ((await countEvals(db, scope, workflowId)) + body.executions.length > maxEvals) throw tooMany()
      const evals: NewEval[] = []
      for (const source of body.executions) evals.push(await toNew(scope, workflow, source))
      return db.tx(async (tx) => {
        for (const each of evals) await upsertEval(tx, scope, each)
        await audit.record(tx, scope, {
          action: 'workflow.evals_changed',
          targetType: 'workflow',
          targetId: workflowId,
          details: { added: evals.length },
        })
        const ids = evals.map(({ executionId }) => executionId)
        return (await listEvalsOfExecutions(tx, scope, workflowId, ids)).map(toEval)
      })
    },
    async list(scope: Scope, workflowId: string, query: EvalQuery): Promise<Page<Eval>> {
      await getWorkflow(db, scope, workflowId)
      const page = await listEvals(db, scope, workflowId, query)
      return { ...page, items: page.items.map(toEval) }
    },
    async remove(scope: Scope, workflowId: string, id: string): Promise<void> {
      refuseForeign(scope, await getWorkflow(db, scope, workflowId))
      await db.tx(async (tx) => {
        if (!(await deleteEval(tx, scope, workflowId, id)))
          throw new AppError('eval_not_found', 'The workflow has no such eval')
        await audit.record(tx, scope, {
          action: 'workflow.evals_changed',
          targetType: 'workflow',
          targetId: workflowId,
          details: { removed: id },
        })
      })
    },
    async run(
      scope: Scope,
      workflowId: string,
      body: RunEvalsBody,
      signal: AbortSignal,
    ): Promise<EvalReport> {
      const workflow = await getWorkflow(db, scope, workflowId)
      const version = replays.targetOf(workflow, body.against)
      const cases = await readCases(scope, workflowId, {
        ...(body.evalIds && { ids: body.evalIds }),
        limit: maxEvals,
      })
      const results = []
      for (const each of cases) results.push(await evaluated(replays, scope, each, version, signal))
      const passed = results.filter((result) => result.passed).length
      return {
        workflowId,
        version: versionLabel(version),
        total: results.length,
        passed,
        failed: results.length - passed,
        results,
      }
    },
    /**
     * Refuses the activation of a version unless as many stored executions as the workflow demands give what they gave
     * before. Outside of a transaction: it may take a while.
     */
    async requirePassing(
      scope: Scope,
      workflow: Pick<WorkflowRow, 'id' | 'requiredReplays'>,
      version: number,
    ): Promise<void> {
      const { id, requiredReplays } = workflow
      if (requiredReplays === 0) return
      const cases = await readCases(scope, id, { limit: maxEvals, ofAllUsers: true })
      let passed = 0
      const failed: string[] = []
      for (const each of cases) {
        const result = await evaluated(replays, scope, each, version, new AbortController().signal)
        if (result.passed) passed++
        else failed.push(each.name)
      }
      if (passed >= requiredReplays) return
      throw new AppError(
        'replays_required',
        `${passed} of the ${requiredReplays} required replays passed with version ${versionLabel(version)}`,
        {
          facts: { required: requiredReplays, passed, stored: cases.length, failed: failed.slice(0, 20) },
          hint: `See POST /api/v1/workflow/manager/${id}/evals/run, or store more executions with POST /api/v1/workflow/manager/${id}/evals.`,
        },
      )
    },
  }
}

export type Evals = ReturnType<typeof createEvals>

const toEval = ({ userId, version, ...row }: EvalRow): Eval => ({
  ...row,
  eUID: userId,
  version: versionLabel(version),
})

const tooMany = () =>
  new AppError('eval_limit_reached', `A workflow can have at most ${maxEvals} evals`, {
    hint: 'Delete some of them.',
  })
