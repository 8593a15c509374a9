import type { Clock } from '../../../kernel/clock.ts'
import type { Tx } from '../../../kernel/db/db.ts'
import type { Events } from '../../../kernel/events/events.ts'
import type { NewId } from '../../../kernel/ids.ts'
import { type Scope, systemScope } from '../../../kernel/scope.ts'
import type { EndUserToken } from '../schema.ts'
import { findActing, insertUser } from '../store/external-user.ts'
import type { ChatTokenRequest, TokenService } from './tokens.ts'
import { concerning } from './users.ts'

export type VisitorDeps = {
  clock: Clock
  newId: NewId
  events: Events
  tokens: Pick<TokenService, 'createForChat'>
}

export type VisitorRequest = Pick<ChatTokenRequest, 'agentId' | 'ttlSeconds'> & {
  projectId: string
  name: string
}

/** Anonymous visitors of a shared agent: end users with a name that no one has chosen. */
export function createVisitorService({ clock, newId, events, tokens }: VisitorDeps) {
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

  return {
    /** A cookie proves no one's identity: it does not follow a visitor who was merged into another user. */
    async find(tx: Tx, projectId: string, name: string): Promise<'known' | 'merged' | null> {
      const found = await findActing(tx, projectId, name)
      return found && (found.name === name ? 'known' : 'merged')
    },
    /** A token for the visitor, who is created if there is none of that name. A visitor approves nothing. */
    async createToken(tx: Tx, request: VisitorRequest): Promise<EndUserToken> {
      const { projectId, name, agentId, ttlSeconds } = request
      if (!(await findActing(tx, projectId, name))) await insertVisitor(tx, request)
      const { id } = (await findActing(tx, projectId, name))!
      const scope: Scope = { ...systemScope(projectId), role: 'member', externalUser: { id, name } }
      return tokens.createForChat(tx, scope, { agentId, ttlSeconds, canApprove: false })
    },
  }
}
