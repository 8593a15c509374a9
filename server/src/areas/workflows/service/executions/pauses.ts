import type { Db, Tx } from '../../../../kernel/db/db.ts'
import { retryOnDeadlock } from '../../../../kernel/db/retry-on-deadlock.ts'
import { AppError } from '../../../../kernel/errors.ts'
import type { SchemaChecks } from '../../../../kernel/json-schema/schema-checks.ts'
import type { Page } from '../../../../kernel/page.ts'
import { actorOf, type Scope } from '../../../../kernel/scope.ts'
import type { Audit } from '../../../audit/index.ts'
import type { Engine } from '../../engine/engine.ts'
import type { ResumeBody, SendEventBody } from '../../schema/execution.ts'
import type { Pause, PauseQuery, ResumedExecution } from '../../schema/pause.ts'
import { listOpenPauses, listPauses, type PauseRow } from '../../store/executions/pauses.ts'
import { type ExecutionRow, findExecution, findNewestOfThread } from '../../store/executions/read.ts'
import { executionEnded, executionNotFound, notPaused } from './refusals.ts'
import { isEnded } from './to-response.ts'

export type PauseDeps = {
  db: Db
  audit: Audit
  checks: SchemaChecks
  engine: Pick<Engine, 'answerPause' | 'sendEvent'>
}

/** Where executions wait for people and events, and how they go on. */
export function createPauseService({ db, audit, checks, engine }: PauseDeps) {
  async function executionOf(scope: Scope, threadId: string, executionId: string | undefined) {
    const found =
      executionId === undefined
        ? await findNewestOfThread(db, scope, threadId)
        : await findExecution(db, scope, executionId)
    if (!found || found.threadId !== threadId) throw executionNotFound()
    return found
  }

  /** The pause that is meant: the named one, the only one, else the oldest. Answers to events have a separate call. */
  async function pauseOf(
    scope: Scope,
    execution: ExecutionRow,
    pauseId: string | undefined,
  ): Promise<PauseRow> {
    if (isEnded(execution.status)) throw notPaused('It has already ended.')
    const open = (await listOpenPauses(db, scope, execution.id)).filter(({ kind }) => kind !== 'event')
    const found = pauseId === undefined ? open[0] : open.find(({ id }) => id === pauseId)
    if (!found) throw notPaused()
    return found
  }

  async function answerOf(scope: Scope, pause: PauseRow, body: ResumeBody): Promise<object> {
    if (pause.kind === 'uncertain') return choiceOf(body)
    if (pause.kind === 'approval') return decisionsOf(pause.request, body)
    const answer = approvalOf(body)
    const schema = pause.request.inputSchema
    if (!answer.approved || !schema) return answer
    const { value, faults } = await checks.check(schema as Record<string, unknown>, answer.value ?? {}, {
      projectId: scope.projectId,
    })
    if (faults.length > 0)
      throw new AppError('workflow_input_invalid', 'The input does not match the form of the pause', {
        details: faults.map(({ path, rule, message }) => ({
          in: 'body' as const,
          path: `input${path}`,
          rule,
          message,
        })),
      })
    return { ...answer, value }
  }

  async function answer(tx: Tx, scope: Scope, pause: PauseRow, resumeData: object): Promise<void> {
    const answeredBy = { ...actorOf(scope), username: scope.externalUser.name }
    if (!(await engine.answerPause(tx, scope, { pauseId: pause.id, answer: resumeData, answeredBy })))
      throw notPaused('The pause has been answered already.')
    await audit.record(tx, scope, {
      action: 'execution.resumed',
      targetType: 'execution',
      targetId: pause.executionId,
      details: { pauseId: pause.id, nodeId: pause.nodeId, kind: pause.kind },
    })
  }

  async function resumeOne(
    scope: Scope,
    execution: ExecutionRow,
    body: ResumeBody,
  ): Promise<ResumedExecution> {
    const pause = await pauseOf(scope, execution, body.pauseId)
    const resumeData = await answerOf(scope, pause, body)
    // A cancel at the same moment takes the same rows from the other end.
    await retryOnDeadlock(() => db.tx((tx) => answer(tx, scope, pause, resumeData)))
    const { id: executionId, threadId } = execution
    return { executionId, threadId, pauseId: pause.id, status: 'running' }
  }

  return {
    async list(scope: Scope, query: PauseQuery): Promise<Page<Pause>> {
      const page = await listPauses(db, scope, query)
      return { ...page, items: page.items.map(toPause) }
    },
    /** What an execution waits for, oldest first; answers to events have a separate call. */
    listOpen: async (scope: Scope, id: string): Promise<Pause[]> =>
      (await listOpenPauses(db, scope, id)).filter(({ kind }) => kind !== 'event').map(toPause),
    /** Of two answers to a pause the second is refused. */
    resume: async (scope: Scope, threadId: string, body: ResumeBody): Promise<ResumedExecution> =>
      resumeOne(scope, await executionOf(scope, threadId, body.executionId), body),
    async resumeExecution(scope: Scope, id: string, body: ResumeBody): Promise<ResumedExecution> {
      const execution = await findExecution(db, scope, id)
      if (!execution) throw executionNotFound()
      return resumeOne(scope, execution, body)
    },
    async sendEvent(
      scope: Scope,
      id: string,
      { event, data = null }: SendEventBody,
    ): Promise<{ executionId: string }> {
      const execution = await findExecution(db, scope, id)
      if (!execution) throw executionNotFound()
      if (isEnded(execution.status)) throw executionEnded()
      await db.tx((tx) => engine.sendEvent(tx, scope, id, event, data))
      return { executionId: id }
    },
  }
}

export type PauseService = ReturnType<typeof createPauseService>

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `true`, `false`, `{approved, ...fields}`, or any other value, which approves with it. */
function approvalOf({ resumeValue, input }: Pick<ResumeBody, 'resumeValue' | 'input'>): {
  approved: boolean
  value: unknown
} {
  if (typeof resumeValue === 'boolean') return { approved: resumeValue, value: input ?? null }
  if (!isObject(resumeValue)) return { approved: true, value: input ?? resumeValue ?? null }
  const { approved = true, ...fields } = resumeValue
  if (typeof approved !== 'boolean') throw invalid('resumeValue.approved', 'must be true or false')
  const isEmpty = Object.keys(fields).length === 0
  return { approved, value: input ?? (isEmpty ? null : fields) }
}

const isOneOf = (values: readonly string[], value: unknown): boolean =>
  typeof value === 'string' && values.includes(value)

const decisionTypes = ['approve', 'edit', 'reject']

/** Whether all requests are approved. Only what says so: a call that a human has to decide about is not made by mistake. */
function isApproval(resumeValue: unknown): boolean {
  const { approved, type } = isObject(resumeValue) ? resumeValue : { approved: resumeValue, type: undefined }
  if (typeof approved === 'boolean' && type === undefined) return approved
  const decision = type ?? approved
  if (decision === 'approve' || decision === 'reject') return decision === 'approve'
  throw invalid('resumeValue', 'must be true, false, or a list of decisions')
}

/**
 * What a human decided about the calls of an agent: `{decisions: [{id, type, args?, message?}]}`, where those without an id
 * are in the order of the requests, or one answer for all of them.
 */
function decisionsOf(request: Record<string, unknown>, { resumeValue, input }: ResumeBody): object {
  const resumeData = isObject(resumeValue) && 'decisions' in resumeValue ? resumeValue : input
  if (!isObject(resumeData) || !('decisions' in resumeData)) return { approved: isApproval(resumeValue) }
  const requests = request.requests as { id: string }[]
  const allowed = Array.isArray(request.allowedDecisions)
    ? (request.allowedDecisions as string[])
    : decisionTypes
  const { decisions } = resumeData
  if (!Array.isArray(decisions) || decisions.length === 0 || decisions.length > requests.length)
    throw invalid('resumeValue.decisions', `must be a list of at most ${requests.length} decisions`)
  for (const [at, decision] of decisions.entries()) checkDecision(decision, { at, requests, allowed })
  return { decisions }
}

function checkDecision(
  decision: unknown,
  { at, requests, allowed }: { at: number; requests: readonly { id: string }[]; allowed: readonly string[] },
): void {
  const path = `resumeValue.decisions.${at}`
  if (!isObject(decision)) throw invalid(path, 'must be an object')
  const { id, type, args, arguments: editedArguments } = decision
  if (id !== undefined && !requests.some((request) => request.id === id))
    throw notPaused(
      typeof id === 'string' ? `No open request has the id ${id.slice(0, 200)}.` : 'An id must be a string.',
    )
  if (!isOneOf(decisionTypes, type) || !isOneOf(allowed, type))
    throw invalid(`${path}.type`, `must be one of ${allowed.join(', ')}`)
  if (type === 'edit' && !isObject(args ?? editedArguments))
    throw invalid(`${path}.args`, 'must be an object')
}

const choices = ['done', 'again', 'stop']

function choiceOf({ resumeValue, input }: ResumeBody): object {
  const decision = isObject(resumeValue) ? resumeValue : { choice: resumeValue }
  if (!isOneOf(choices, decision.choice))
    throw invalid('resumeValue.choice', `must be one of ${choices.join(', ')}`)
  return { choice: decision.choice, output: decision.output ?? input ?? null }
}

const invalid = (path: string, message: string) =>
  new AppError('workflow_input_invalid', `${path} ${message}`, {
    details: [{ in: 'body', path, rule: 'value', message }],
  })

export const toPause = ({ userId, answer: _, answeredAt: __, ...pause }: PauseRow): Pause => ({
  ...pause,
  eUID: userId,
  message: typeof pause.request.message === 'string' ? pause.request.message : null,
})
