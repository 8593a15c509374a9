import type { Db } from '../../../../kernel/db/db.ts'
import type { RunContext } from '../../../../kernel/runs/run.ts'
import type { PauseRequest, Pauses } from '../pauses.ts'
import type { Waits } from './waits.ts'

export type PauseAnswer = {
  approved?: boolean
  value?: unknown
  /** Of an event. */
  payload?: unknown
  /** Of a step of which it is not known whether it was done. */
  choice?: 'done' | 'again' | 'stop'
  output?: unknown
  timedOut?: true
}

export type AnsweredWait = { answer: PauseAnswer; answeredBy: unknown }

type Place = {
  state: { db: Db; pauses: Pauses; waits: Waits }
  context: RunContext
  signal: AbortSignal
}

/** Opens a pause and waits for its answer. When its time is over the row decides: an answer may come at the same moment. */
export async function waitForAnswer(
  { state, context, signal }: Place,
  name: string,
  wanted: PauseRequest,
): Promise<AnsweredWait> {
  const { id, expiresAt } = await state.pauses.open(context, name, wanted)
  const outcome = await state.waits.wait(id, expiresAt === null ? null : new Date(expiresAt), signal)
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
