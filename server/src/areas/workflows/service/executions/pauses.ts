import type { Clock } from '../../../../kernel/clock.ts'
import type { Db, Tx } from '../../../../kernel/db/db.ts'
import { retryOnDeadlock } from '../../../../kernel/db/retry-on-deadlock.ts'
import { AppError } from '../../../../kernel/errors.ts'
import type { SchemaChecks } from '../../../../kernel/json-schema/schema-checks.ts'
import type { Page } from '../../../../kernel/page.ts'
import { actorOf, type Scope } from '../../../../kernel/scope.ts'
import { maskNamed } from '../../../../kernel/secrets/mask-named.ts'
import type { Audit } from '../../../audit/index.ts'
import type { ExternalUsers } from '../../../external-users/index.ts'
import type { Decider, Decision } from '../../../threads/index.ts'
import type { Engine } from '../../engine/engine.ts'
import type { ResumeBody, SendEventBody } from '../../schema/execution.ts'
import type { Pause, PauseQuery, ResumedExecution } from '../../schema/pause.ts'
import { listOpenPauses, listPauses, type PauseRow } from '../../store/executions/pauses.ts'
import { type ExecutionRow, findExecution, findNewestOfThread } from '../../store/executions/read.ts'
import { decidedByOf, mayDecide, refuseDecider } from './deciders.ts'
import { decide } from './decisions.ts'
import { type Approval, commentIn, readApproval } from './read-approval.ts'
import { invalid, isObject, refuseFields } from './read-decisions.ts'
import { executionEnded, executionNotFound, notPaused } from './refusals.ts'
import { isEnded } from './to-response.ts'

export type PauseDeps = {
  db: Db
  clock: Clock
  audit: Audit
  externalUsers: Pick<ExternalUsers, 'holdActive'>
  checks: SchemaChecks
  engine: Pick<Engine, 'answerPause' | 'sendEvent'>
}

/** Where executions wait for people and events, and how they go on. */
export function createPauseService({ db, clock, audit, externalUsers, checks, engine }: PauseDeps) {
  async function executionOf(scope: Scope, threadId: string, executionId: string | undefined) {
    const found =
      executionId === undefined
        ? await findNewestOfThread(db, scope, threadId)
        : await findExecution(db, scope, executionId)
    if (!found || found.threadId !== threadId) throw executionNotFound()
    return found
  }

  async function answerOf(
    scope: Scope,
    { id, kind, request }: PauseRow,
    body: DecideBody,
    by: Decider,
  ): Promise<Answer> {
    if (kind === 'uncertain') return choiceOf(body)
    if (kind === 'approval') {
      const { projectId } = scope
      const at = clock.now().toISOString()
      return { decisions: await decide(checks, { ...decisionsIn(body), request, by, at, projectId }) }
    }
    const schema = request.inputSchema as Record<string, unknown> | null | undefined
    const answer = readApproval(body, { pauseId: id, schema: schema ?? null })
    if (!answer.approved || !schema) return answer
    const { value, faults } = await checks.check(schema, answer.value ?? {}, { projectId: scope.projectId })
    const base = body.input === undefined ? (body.path ?? '/resumeValue') : '/input'
    if (faults.length > 0)
      throw new AppError('workflow_input_invalid', 'The input does not match the form of the pause', {
        details: faults.map(({ path, rule, message }) => ({
          in: 'body' as const,
          path: [base, ...path.split('.').filter(Boolean)].join('/'),
          rule,
          message,
        })),
      })
    return { ...answer, value }
  }

  async function answer(
    tx: Tx,
    scope: Scope,
    pause: PauseRow,
    { resumeData, answeredBy }: { resumeData: Answer; answeredBy: Decider },
  ): Promise<void> {
    // The execution continues in the name of its user, also when the team decides.
    await externalUsers.holdActive(tx, { ...scope, externalUser: { id: pause.userId, name: '' } })
    if (!(await engine.answerPause(tx, scope, { pauseId: pause.id, answer: resumeData, answeredBy })))
      throw notPaused('The pause has been answered already.')
    await audit.record(tx, scope, {
      action: 'execution.resumed',
      targetType: 'execution',
      targetId: pause.executionId,
      externalUserId: pause.userId,
      details: { pauseId: pause.id, nodeId: pause.nodeId, kind: pause.kind, ...auditedAnswer(resumeData) },
    })
  }

  /** Gives either all answers or none. */
  async function resumeAll(
    scope: Scope,
    { id: executionId, threadId, status }: ExecutionRow,
    bodies: readonly DecideBody[],
  ): Promise<ResumedExecution[]> {
    if (isEnded(status)) throw notPaused('It has already ended.')
    const open = await listOpenPauses(db, scope, executionId)
    const { accountId } = scope.actor
    const answeredBy = { ...actorOf(scope), accountId, username: scope.externalUser.name }
    const checked: { pause: PauseRow; resumeData: Answer }[] = []
    for (const body of bodies) {
      const pause = pauseOf(open, body.pauseId)
      refuseDecider(scope, pause)
      checked.push({ pause, resumeData: await answerOf(scope, pause, body, answeredBy) })
    }
    // A cancel at the same moment takes the same rows from the other end.
    await retryOnDeadlock(() =>
      db.tx(async (tx) => {
        for (const { pause, resumeData } of checked)
          await answer(tx, scope, pause, { resumeData, answeredBy })
      }),
    )
    return checked.map(({ pause }) => ({ executionId, threadId, pauseId: pause.id, status: 'running' }))
  }

  async function resumeOne(
    scope: Scope,
    execution: ExecutionRow,
    body: DecideBody,
  ): Promise<ResumedExecution> {
    const [resumed] = await resumeAll(scope, execution, [body])
    return resumed!
  }

  async function executionWith(scope: Scope, id: string): Promise<ExecutionRow> {
    const execution = await findExecution(db, scope, id)
    if (!execution) throw executionNotFound()
    return execution
  }

  return {
    async list(scope: Scope, query: PauseQuery): Promise<Page<Pause>> {
      const page = await listPauses(db, scope, query)
      return { ...page, items: page.items.map(toPause) }
    },
    /** What an execution waits for, oldest first; answers to events have a separate call. */
    listOpen: async (scope: Scope, id: string): Promise<(Pause & { mayDecide: boolean })[]> =>
      (await listOpenPauses(db, scope, id))
        .filter(({ kind }) => kind !== 'event')
        .map((pause) => ({ ...toPause(pause), mayDecide: mayDecide(scope, pause) })),
    /** Of two answers to a pause the second is refused. */
    resume: async (scope: Scope, threadId: string, body: ResumeBody): Promise<ResumedExecution> =>
      resumeOne(scope, await executionOf(scope, threadId, body.executionId), body),
    resumeExecution: async (scope: Scope, id: string, body: ResumeBody): Promise<ResumedExecution> =>
      resumeOne(scope, await executionWith(scope, id), body),
    decideAll: async (scope: Scope, id: string, bodies: readonly DecideBody[]): Promise<ResumedExecution[]> =>
      resumeAll(scope, await executionWith(scope, id), bodies),
    async sendEvent(
      scope: Scope,
      id: string,
      { event, data = null }: SendEventBody,
    ): Promise<{ executionId: string }> {
      if (isEnded((await executionWith(scope, id)).status)) throw executionEnded()
      await db.tx((tx) => engine.sendEvent(tx, scope, id, event, data))
      return { executionId: id }
    },
  }
}

export type PauseService = ReturnType<typeof createPauseService>

/** The pause that is meant: the named one, the only one, else the oldest. Answers to events have a separate call. */
function pauseOf(open: readonly PauseRow[], pauseId: string | undefined): PauseRow {
  const found = open.find(({ id, kind }) => kind !== 'event' && (pauseId === undefined || id === pauseId))
  if (!found) throw notPaused()
  return found
}

/** An answer; one in the body of another operation comes with its place in that body. */
export type DecideBody = ResumeBody & { path?: string; mayEdit?: boolean }

type Choice = { choice: string; output: unknown; comment: string | null }
type Answer = { decisions: Decision[] } | Approval | Choice

/** The decisions of a body, and where they are in it. */
function decisionsIn({ resumeValue, input, comment, path = '/resumeValue', mayEdit = true }: DecideBody) {
  const isInput = (resumeValue ?? null) === null && isObject(input) && 'decisions' in input
  if (!isInput && Object.keys(input ?? {}).length > 0)
    throw invalid('/input', 'is not taken: decisions about calls are in resumeValue')
  const value = isInput ? input : resumeValue
  return { value, path: isInput ? '/input' : path, mayEdit, comment: comment ?? commentIn(value) }
}

const isOneOf = (values: readonly string[], value: unknown): boolean =>
  typeof value === 'string' && values.includes(value)

const choices = ['done', 'again', 'stop']

function choiceOf({ resumeValue, input, comment, path = '/resumeValue' }: DecideBody): Choice {
  const decision = isObject(resumeValue) ? resumeValue : { choice: resumeValue }
  refuseFields(decision, path, ['choice', 'output', 'comment'])
  if (!isOneOf(choices, decision.choice))
    throw invalid(isObject(resumeValue) ? `${path}/choice` : path, `must be one of ${choices.join(', ')}`)
  return {
    choice: String(decision.choice),
    output: decision.output ?? input ?? null,
    comment: comment ?? commentIn(decision),
  }
}

/** The part of an answer that the audit log stores. It has arguments that a human has changed. */
function auditedAnswer(answer: Answer): Record<string, unknown> {
  if (!('decisions' in answer)) {
    const { comment } = answer
    return 'choice' in answer
      ? { decision: answer.choice, comment }
      : { decision: answer.approved ? 'approve' : 'reject', comment }
  }
  const decisions = answer.decisions.map(({ id, toolSlug, type, requested, args, message }) => ({
    id,
    toolSlug,
    decision: type,
    ...(type === 'edit' ? { requested: maskNamed(requested).value, sent: maskNamed(args).value } : {}),
    comment: message,
  }))
  return { decisions }
}

export const toPause = ({
  userId,
  answer: _,
  answeredBy: __,
  answeredAt: ___,
  ...pause
}: PauseRow): Pause => ({
  ...pause,
  eUID: userId,
  decidedBy: decidedByOf(pause),
  message: typeof pause.request.message === 'string' ? pause.request.message : null,
})
