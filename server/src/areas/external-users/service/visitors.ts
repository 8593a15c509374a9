import { forEachSettled } from '../../../kernel/async/for-each-settled.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Db, Tx } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Events } from '../../../kernel/events/events.ts'
import type { NewId } from '../../../kernel/ids.ts'
import type { Log } from '../../../kernel/log.ts'
import { type Scope, systemScope } from '../../../kernel/scope.ts'
import type { Projects } from '../../projects/index.ts'
import type { EndUserToken } from '../schema.ts'
import { findActing, insertUser, listOldVisitors, touchUser } from '../store/external-user.ts'
import type { EraseUserService } from './erase-user.ts'
import type { ChatTokenRequest, TokenService } from './tokens.ts'
import { concerning } from './users.ts'

export type VisitorDeps = {
  clock: Clock
  newId: NewId
  events: Events
  db: Db
  log: Log
  projects: Pick<Projects, 'retentionDays'>
  tokens: Pick<TokenService, 'createForChat'>
  eraseUser: Pick<EraseUserService, 'erase'>
  visitorDays?: number | undefined
}

// As long as the cookie by which one is recognised.
const defaultDays = 180

export type VisitorRequest = Pick<ChatTokenRequest, 'agentId' | 'ttlSeconds'> & {
  projectId: string
  name: string
}

/** Anonymous visitors of a shared agent: end users with a name that no one has chosen. */
export function createVisitorService(deps: VisitorDeps) {
  const { clock, newId, events, tokens } = deps

  async function insertVisitor(tx: Tx, { projectId, name, agentId }: VisitorRequest): Promise<void> {
    const id = newId()
    const at = clock.now()
    const isNew = await insertUser(tx, projectId, {
      id,
      name,
      source: 'embed_visitor',
      metadata: { channel: 'embed' },
      profileSummary: null,
      avatarUrl: null,
      identitySources: ['embed'],
      addedByWorkflowIds: [agentId],
      lastSeenAt: at,
      at,
    })
    if (isNew)
      await events.publish(tx, concerning(systemScope(projectId), { id, name }), {
        type: 'external_user.created',
        data: { id, name, source: 'embed_visitor' },
      })
  }

  /** Another node may have been faster. */
  async function eraseVisitor(scope: Scope, id: string): Promise<void> {
    await deps.eraseUser.erase(scope, id, false).catch((error: unknown) => {
      if (!(error instanceof AppError && error.code === 'external_user_not_found')) throw error
    })
  }

  return {
    /** A cookie proves no one's identity: it does not follow a visitor who was merged into another user. */
    async find(tx: Tx, projectId: string, name: string): Promise<'known' | 'merged' | null> {
      const found = await findActing(tx, projectId, name)
      return found && (found.name === name ? 'known' : 'merged')
    },
    /** A token for the visitor, who is created if there is none of that name. A visitor approves nothing. */
    async createToken(tx: Tx, request: VisitorRequest): Promise<EndUserToken> {
      const { projectId, name, agentId, ttlSeconds } = request
      const known = await findActing(tx, projectId, name)
      if (known) await touchUser(tx, projectId, known.id, clock.now())
      else await insertVisitor(tx, request)
      const { id } = (await findActing(tx, projectId, name))!
      const scope: Scope = { ...systemScope(projectId), role: 'member', externalUser: { id, name } }
      return tokens.createForChat(tx, scope, { agentId, ttlSeconds, canApprove: false })
    },
    /** Erases visitors who have not come back, with everything they own. */
    async sweep(): Promise<void> {
      const days = {
        byProject: await deps.projects.retentionDays(deps.db),
        others: deps.visitorDays ?? defaultDays,
      }
      await forEachSettled(
        await listOldVisitors(deps.db, clock.now(), days),
        ({ projectId, id }) => eraseVisitor(systemScope(projectId), id),
        { log: deps.log, failed: 'some visitors were not erased' },
      )
    },
  }
}
