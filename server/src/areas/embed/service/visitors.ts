import { createHmac } from 'node:crypto'
import type { Clock } from '../../../kernel/clock.ts'
import { creditsOf } from '../../../kernel/credits.ts'
import type { Db } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import { refuseOverLimit } from '../../../kernel/http/auth/authorize.ts'
import { newToken } from '../../../kernel/ids.ts'
import { addressGroup } from '../../../kernel/limits/address-group.ts'
import { createRateLimit } from '../../../kernel/limits/rate-limit.ts'
import { boundAgentOf, type Scope } from '../../../kernel/scope.ts'
import type { ExternalUsers } from '../../external-users/index.ts'
import type { ChatToken } from '../schema.ts'
import { findSharedAgent, findVisitorUse, type SharedAgent } from '../store/share.ts'
import { agentNotFound } from './refusals.ts'

export type VisitorDeps = {
  db: Db
  clock: Clock
  externalUsers: Pick<ExternalUsers, 'chatTokens'>
  visitorKey: Buffer
}

const ttlSeconds = 900
const dayMs = 24 * 60 * 60 * 1000
// From one IP address. A visitor who comes back is not counted.
const newVisitorsPerMinute = 10
const secretForm = /^[A-Za-z0-9_-]{20,90}$/

/** Anonymous visitors of shared agents. A browser is known by a random secret in its cookie. */
export function createVisitors({ db, clock, externalUsers: { chatTokens }, visitorKey }: VisitorDeps) {
  const newVisitors = createRateLimit({ perMinute: newVisitorsPerMinute, clock })

  async function find(agentId: string): Promise<SharedAgent> {
    const found = await findSharedAgent(db, agentId)
    if (!found) throw agentNotFound()
    return found
  }

  /** Different in every project, so that no two of them can compare their visitors. */
  const nameOf = (projectId: string, secret: string): string =>
    `visitor_${createHmac('sha256', visitorKey).update(`${projectId}\n${secret}`).digest('hex').slice(0, 24)}`

  return {
    find,
    /** `secret` is what the cookie of the browser has; the returned one is set again. */
    async token(
      agentId: string,
      secret: string | null,
      ip: string,
    ): Promise<{ token: ChatToken; secret: string }> {
      const { projectId } = await find(agentId)
      const input = secret !== null && secretForm.test(secret) ? secret : null
      return db.tx(async (tx) => {
        const state = input && (await chatTokens.findVisitor(tx, projectId, nameOf(projectId, input)))
        if (state !== 'known') refuseOverLimit(newVisitors.take(addressGroup(ip)))
        const known = input === null || state === 'merged' ? newToken() : input
        const request = { projectId, name: nameOf(projectId, known), agentId, ttlSeconds }
        const token = await chatTokens.createForVisitor(tx, request)
        return { token: { ...token, agentId }, secret: known }
      })
    },
    /** Before a run of a visitor: the page may have been closed, or used up for today. What is left limits the run. */
    async admit(scope: Scope): Promise<{ budgetMicro: number } | null> {
      const agent = boundAgentOf(scope.actor)
      if (!agent?.isVisitor) return null
      const shared = await find(agent.id)
      const since = new Date(clock.now().getTime() - dayMs)
      const use = await findVisitorUse(db, scope, agent.id, since)
      if (use.messages >= shared.messagesPerVisitor)
        throw limitReached(`You can send ${shared.messagesPerVisitor} messages a day here`)
      if (use.creditsMicro >= shared.creditsPerDayMicro)
        throw limitReached(
          `The visitors of this agent have used its ${creditsOf(shared.creditsPerDayMicro)} credits of today`,
        )
      return { budgetMicro: shared.creditsPerDayMicro - use.creditsMicro }
    },
  }
}

export type Visitors = ReturnType<typeof createVisitors>

const limitReached = (message: string) =>
  new AppError('visitor_limit_reached', message, {
    hint: 'Come back tomorrow.',
    headers: { 'retry-after': '3600' },
  })
