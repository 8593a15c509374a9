import type { Clock } from '../../../kernel/clock.ts'
import { creditsOf, microCreditsOf } from '../../../kernel/credits.ts'
import type { Db, Queryable } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Audit } from '../../audit/index.ts'
import type { ExternalUsers } from '../../external-users/index.ts'
import type { AgentShare, UpdateShareBody } from '../schema.ts'
import { type AgentRow, findOwnAgent, upsertShare } from '../store/share.ts'
import { agentNotFound } from './refusals.ts'

export type ShareDeps = {
  db: Db
  clock: Clock
  audit: Audit
  externalUsers: Pick<ExternalUsers, 'chatTokens'>
  publicUrl: URL
}

const defaults = {
  isEnabled: false,
  messagesPerVisitor: 50,
  creditsPerDayMicro: microCreditsOf(100)!,
  updatedAt: null,
}

export const pagePathOf = (agentId: string): `/${string}` => `/chat/${agentId}`

/** Which agents have a page for everyone, and what its visitors may use. */
export function createShares({ db, clock, audit, externalUsers, publicUrl }: ShareDeps) {
  async function get(q: Queryable, scope: Scope, agentId: string): Promise<AgentRow> {
    const found = await findOwnAgent(q, scope, agentId)
    if (!found) throw agentNotFound()
    return found
  }

  function toShare({ id, share }: AgentRow): AgentShare {
    const { creditsPerDayMicro, ...rest } = share ?? defaults
    return {
      agentId: id,
      ...rest,
      url: new URL(pagePathOf(id), publicUrl).href,
      creditsPerDay: creditsOf(creditsPerDayMicro),
    }
  }

  return {
    get: async (scope: Scope, agentId: string): Promise<AgentShare> => toShare(await get(db, scope, agentId)),
    update: (scope: Scope, agentId: string, body: UpdateShareBody): Promise<AgentShare> =>
      db.tx(async (tx) => {
        const agent = await get(tx, scope, agentId)
        const before = agent.share ?? defaults
        const isEnabled = body.isEnabled ?? before.isEnabled
        if (isEnabled && !(agent.isPublic && agent.isActive)) throw notPublic(agent)
        if (isEnabled && agent.needsIdentity) throw needsIdentity()
        await upsertShare(tx, scope, agentId, {
          isEnabled,
          messagesPerVisitor: body.messagesPerVisitor ?? before.messagesPerVisitor,
          creditsPerDayMicro:
            body.creditsPerDay === undefined
              ? before.creditsPerDayMicro
              : microCreditsOf(body.creditsPerDay)!,
          at: clock.now(),
        })
        if (!isEnabled) await externalUsers.chatTokens.revokeVisitors(tx, scope, agentId)
        await audit.record(tx, scope, {
          action: 'agent.share_updated',
          targetType: 'workflow',
          targetId: agentId,
          details: { isEnabled },
        })
        return toShare(await get(tx, scope, agentId))
      }),
  }
}

export type Shares = ReturnType<typeof createShares>

const needsIdentity = () =>
  new AppError('agent_not_public', 'The agent talks to users who are signed in alone', {
    hint: 'Set identity.mode of the agent to anonymous, or create chat tokens for signed-in users.',
  })

const notPublic = ({ isPublic }: AgentRow) =>
  new AppError('agent_not_public', 'Only an agent that is public and active can be shared', {
    hint: isPublic ? 'Activate the agent first.' : 'Set isPublic of the agent first.',
  })
