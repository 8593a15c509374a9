import type { Clock } from '../../../kernel/clock.ts'
import type { Db } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Events } from '../../../kernel/events/events.ts'
import type { NewId } from '../../../kernel/ids.ts'
import type { Page } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { exportUserRows } from '../../../kernel/user-rows.ts'
import type { Audit } from '../../audit/index.ts'
import type { HumanRequest, HumanRequestQuery } from '../schema/question.ts'
import {
  endQuestion,
  eraseQuestionsOf,
  findQuestion,
  insertQuestion,
  listQuestions,
  listQuestionsOf,
  moveQuestions,
} from '../store/question.ts'

export type HumanDeps = { db: Db; clock: Clock; newId: NewId; events: Events; audit: Audit }
export type Question = {
  question: string
  options?: string[]
  context?: Record<string, unknown>
  expiresInSeconds: number
  /** Null when there is no recorded execution. */
  executionId: string | null
}

const notFound = () => new AppError('human_request_not_found', 'Human request not found')

/** Questions of tools to humans. Any member of the project may answer; the first answer counts. */
export function createHumanRequests({ db, clock, newId, events, audit }: HumanDeps) {
  const find = (scope: Scope, id: string) => findQuestion(db, scope, id, clock.now())
  async function get(scope: Scope, id: string): Promise<HumanRequest> {
    const found = await find(scope, id)
    if (!found) throw notFound()
    return found
  }
  return {
    find,
    get,
    list: (scope: Scope, query: HumanRequestQuery): Promise<Page<HumanRequest>> =>
      listQuestions(db, scope, query, clock.now()),
    async ask(
      scope: Scope,
      { question, options = [], context = {}, expiresInSeconds, executionId }: Question,
    ): Promise<HumanRequest> {
      const id = newId()
      const at = clock.now()
      const expiresAt = new Date(at.getTime() + expiresInSeconds * 1000)
      await db.tx(async (tx) => {
        await insertQuestion(tx, scope, { id, executionId, question, options, context, expiresAt }, at)
        await events.publish(tx, scope, {
          type: 'human_request.created',
          data: { id, question: question.slice(0, 1000), options, expiresAt: expiresAt.toISOString() },
        })
      })
      return get(scope, id)
    },
    async answer(scope: Scope, id: string, answer: unknown): Promise<HumanRequest> {
      const known = await get(scope, id)
      if (answer === undefined || answer === null) throw new AppError('missing_field', 'answer is required')
      if (known.options.length > 0 && !known.options.includes(answer as string))
        throw new AppError('invalid_parameter', 'The answer must be one of the options', {
          facts: { options: known.options },
        })
      return db.tx(async (tx) => {
        const by = scope.actor.kind === 'key' ? `key:${scope.actor.keyId}` : scope.actor.accountId
        const answered = await endQuestion(tx, scope, id, { status: 'answered', answer, by }, clock.now())
        if (!answered)
          throw new AppError(
            'invalid_state',
            `The request is already ${known.status === 'waiting' ? 'answered' : known.status}`,
            {
              facts: { state: known.status },
            },
          )
        await events.publish(tx, scope, { type: 'human_request.answered', data: { id, answer } })
        await audit.record(tx, scope, {
          action: 'human_request.answered',
          targetType: 'human_request',
          targetId: id,
        })
        return answered
      })
    },
    /** Null when it is not waiting any more. */
    cancel: (scope: Scope, id: string): Promise<HumanRequest | null> =>
      db.tx((tx) => endQuestion(tx, scope, id, { status: 'cancelled', answer: null, by: null }, clock.now())),
  }
}

export type HumanRequests = ReturnType<typeof createHumanRequests>

export const questionUserData = {
  countedAs: null,
  permission: 'tools:read',
  erase: eraseQuestionsOf,
  move: moveQuestions,
  export: exportUserRows('human_request', listQuestionsOf, (row) => row),
} as const
