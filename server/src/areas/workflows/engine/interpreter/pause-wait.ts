import type { Db } from '../../../../kernel/db/db.ts'
import type { RunContext } from '../../../../kernel/runs/run.ts'
import { BranchDropped } from '../failure.ts'
import type { PauseRequest, Pauses } from '../pauses.ts'
import type { Waits } from './waits.ts'
import { NodeTimeout } from './within.ts'

export type PauseAnswer = {
  approved?: boolean
  value?: unknown
  comment?: string | null
  /** Of an event. */
  payload?: unknown
  /** Of a step of which it is not known whether it was done. */
  choice?: 'done' | 'again' | 'stop'
  output?: unknown
  timedOut?: true
}

export type AnsweredWait = { answer: PauseAnswer; answeredBy: unknown }

type WaitContext = {
  state: { db: Db; pauses: Pauses; waits: Waits }
  context: RunContext
  signal: AbortSignal
}

/** Its branch or what is around it is over, while the execution continues: there is nothing left to answer. */
const isDropped = (error: unknown) => error instanceof BranchDropped || error instanceof NodeTimeout

/** One that cannot be withdrawn now is shown until the execution ends, and its answer changes nothing. */
const withdraw = ({ db, pauses }: WaitContext['state'], { scope }: RunContext, id: string): Promise<void> =>
  db.tx((tx) => pauses.withdraw(tx, scope, id)).catch(() => undefined)

/** Opens a pause and waits for its answer. When its time is over the row decides: an answer may come at the same moment. */
export async function waitForAnswer(
  { state, context, signal }: WaitContext,
  name: string,
  request: PauseRequest,
): Promise<AnsweredWait> {
  const { id, expiresAt } = await state.pauses.open(context, name, request)
  const outcome = await state.waits
    .wait(id, expiresAt === null ? null : new Date(expiresAt), signal)
    .catch(async (error) => {
      if (isDropped(error)) await withdraw(state, context, id)
      throw error
    })
  if (outcome.kind === 'answered')
    return { answer: (outcome.answer ?? {}) as PauseAnswer, answeredBy: outcome.answeredBy }
  await context.step(`${name}:expired`, async () => true, {
    commit: async (tx) => void (await state.pauses.expire(tx, context.scope, id)),
  })
  const [pause] = await state.pauses.findAnswered(state.db, context.scope, [id])
  return {
    answer: (pause?.answer ?? { timedOut: true }) as PauseAnswer,
    answeredBy: pause?.answeredBy ?? null,
  }
}
