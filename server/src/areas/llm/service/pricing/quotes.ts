import { forEachSettled } from '../../../../kernel/async/for-each-settled.ts'
import type { Clock } from '../../../../kernel/clock.ts'
import type { Db, Tx } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import type { NewId } from '../../../../kernel/ids.ts'
import type { Log } from '../../../../kernel/log.ts'
import { type Scope, systemScope } from '../../../../kernel/scope.ts'
import type { Usage as Ledger } from '../../../usage/index.ts'
import { readCallSettings } from '../../read-settings.ts'
import type { CallRequest } from '../../schema/call-request.ts'
import type { Quote } from '../../schema/quote.ts'
import { callTable } from '../../store/call.ts'
import { expireQuote, findQuote, insertQuote, listOverdueQuotes, useQuote } from '../../store/quote.ts'
import type { Planner } from '../calls/plan.ts'

export type QuoteDeps = {
  db: Db
  clock: Clock
  log: Log
  newId: NewId
  usage: Ledger
  plan: Planner
  creditsPerUsd: number
}

// Well below the hour after which the ledger gives holds back by itself.
const validMs = 15 * 60_000
const { workIdOf } = callTable
const perCredit = 1_000_000

/** What a call would cost, with the credits for it set aside: the caller that calls with the quote never pays more. */
export function createQuotes({ db, clock, log, newId, usage, plan, creditsPerUsd }: QuoteDeps) {
  return {
    async quote(scope: Scope, request: CallRequest, ceilingMicro: number | null): Promise<Quote> {
      const planned = await plan(scope, request, await readCallSettings(db, scope))
      if (ceilingMicro !== null && ceilingMicro < planned.leastMicro)
        throw tooLow(planned.leastMicro, ceilingMicro)
      const id = newId()
      const at = clock.now()
      const expiresAt = new Date(at.getTime() + validMs)
      const heldMicro = ceilingMicro ?? planned.worstMicro
      await db.tx(async (tx) => {
        const stored = { id, model: planned.requestedModel, ceilingMicro: heldMicro, at, expiresAt }
        await insertQuote(tx, scope, stored)
        const subject = { ...request.subject, modelId: planned.requestedModel }
        if (heldMicro > 0)
          await usage.hold(tx, scope, {
            workId: workIdOf(id),
            type: 'ai_model',
            microCredits: heldMicro,
            subject,
          })
      })
      const amount = (micro: number) => ({
        credits: micro / perCredit,
        // Whole amounts of credits divide into dollars with a rest far behind the last digit that means anything.
        usd: Number((micro / perCredit / creditsPerUsd).toFixed(12)),
      })
      return {
        holdId: id,
        model: planned.requestedModel,
        promptTokens: planned.promptTokens,
        maxCompletionTokens: planned.targets[0].parameters.maxTokens,
        min: amount(Math.min(planned.leastMicro, heldMicro)),
        max: amount(heldMicro),
        expiresAt: expiresAt.toISOString(),
      }
    },

    /** The quote is used in the transaction that begins the call, so it is used once. */
    async takeIn(
      tx: Tx,
      scope: Scope,
      id: string,
      { requestedModel: model, leastMicro }: { requestedModel: string; leastMicro: number },
    ): Promise<{ id: string; ceilingMicro: number }> {
      const found = await findQuote(tx, scope, id)
      if (!found) throw new AppError('llm_quote_not_found', 'Quote not found', { hint: 'Request a new one.' })
      if (found.model !== model)
        throw new AppError('invalid_parameter', `The quote is for ${found.model}`, {
          details: [
            { in: 'body', path: '/holdId', rule: 'model', message: `is for ${found.model}`, received: model },
          ],
          hint: 'Call the quoted model, or request a quote for this one.',
        })
      if (found.ceilingMicro < leastMicro) throw tooLow(leastMicro, found.ceilingMicro)
      if (!(await useQuote(tx, scope, id, clock.now())))
        throw new AppError('invalid_state', 'The quote was already used or has expired', {
          facts: { state: found.status },
          hint: 'Request a new one.',
        })
      return { id, ceilingMicro: found.ceilingMicro }
    },

    /** Gives back what was set aside for calls that never came. */
    async expire(): Promise<void> {
      await forEachSettled(
        await listOverdueQuotes(db, clock.now(), 1000),
        ({ projectId, id, ceilingMicro }) =>
          db.tx(async (tx) => {
            if (!(await expireQuote(tx, projectId, id))) return
            if (ceilingMicro > 0)
              await usage.release(tx, systemScope(projectId), workIdOf(id), 'the quote was not used')
          }),
        { log, failed: 'some expired quotes were not released' },
      )
    },
  }
}

export type Quotes = ReturnType<typeof createQuotes>

/** Nothing can be stopped in time when the prompt alone passes the ceiling: the provider would bill what no one pays. */
const tooLow = (leastMicro: number, ceilingMicro: number) =>
  new AppError(
    'budget_exceeded',
    `The prompt alone costs up to ${leastMicro / perCredit} credits; the limit is ${ceilingMicro / perCredit}`,
    {
      facts: { needed: leastMicro / perCredit, available: ceilingMicro / perCredit },
      hint: 'Request a quote with more credits, or shorten the prompt.',
    },
  )
