import { createHmac } from 'node:crypto'
import type { Clock } from '../../../kernel/clock.ts'
import { creditsOf } from '../../../kernel/credits.ts'
import type { Db } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import { refuseOverLimit } from '../../../kernel/http/auth/authorize.ts'
import { newToken } from '../../../kernel/ids.ts'
import { addressGroup } from '../../../kernel/limits/address-group.ts'
import { createRateLimit } from '../../../kernel/limits/rate-limit.ts'
import { boundAgentOf } from '../../../kernel/scope.ts'
import type { Admission } from '../../chat/index.ts'
import type { ExternalUsers } from '../../external-users/index.ts'
import type { ChatToken } from '../schema.ts'
import { findSharedAgent, type SharedAgent } from '../store/share.ts'
import {
  addingVisitorRun,
  deleteOldVisitorRuns,
  findVisitorUse,
  type VisitorUse,
} from '../store/visitor-run.ts'
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
    /** Before a run of a visitor: the page may have been closed, or used up for today. A part of what is left limits the run. */
    admit: (async (scope, executionId) => {
      const agent = boundAgentOf(scope.actor)
      if (!agent?.isVisitor) return null
      const shared = await find(agent.id)
      const at = clock.now()
      const since = new Date(at.getTime() - dayMs)
      const use = await findVisitorUse(db, scope, agent.id, since)
      const left = shared.creditsPerDayMicro - use.creditsMicro
      if (use.messages >= shared.messagesPerVisitor)
        throw limitReached(`You can send ${shared.messagesPerVisitor} messages a day here`)
      if (left <= 0)
        throw limitReached(
          `The visitors of this agent have used its ${creditsOf(shared.creditsPerDayMicro)} credits of today`,
        )
      const budgetMicro = Math.min(left, budgetOf(shared, use))
      const statements = addingVisitorRun(scope, shared, {
        executionId,
        reservedMicro: budgetMicro,
        since,
        at,
      })
      return { budgetMicro, statements }
    }) satisfies Admission,
    sweep: () => deleteOldVisitorRuns(db, new Date(clock.now().getTime() - 2 * dayMs)),
  }
}

/**
 * How much of the credits of a day one run may use. As long as it runs all of that counts as used, so that runs at the same
 * time cannot exceed the limit; and more than runs need would keep other visitors out.
 */
function budgetOf({ creditsPerDayMicro }: SharedAgent, { mostMicro }: VisitorUse): number {
  if (mostMicro === null) return Math.ceil(creditsPerDayMicro / 10)
  return Math.max(Math.ceil(creditsPerDayMicro / 100), 2 * mostMicro)
}

export type Visitors = ReturnType<typeof createVisitors>

const limitReached = (message: string) =>
  new AppError('visitor_limit_reached', message, {
    hint: 'Come back tomorrow.',
    headers: { 'retry-after': '3600' },
  })
