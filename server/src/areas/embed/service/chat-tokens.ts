import type { Db } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Chat } from '../../chat/index.ts'
import type { ExternalUsers } from '../../external-users/index.ts'
import type { ChatToken, ChatTokenBody } from '../schema.ts'

export type ChatTokenDeps = {
  db: Db
  chat: Pick<Chat, 'requireAgent'>
  externalUsers: Pick<ExternalUsers, 'chatTokens'>
}

/** Tokens that a developer's server requests for the users who are signed in there. */
export function createChatTokens({ db, chat, externalUsers }: ChatTokenDeps) {
  return {
    async create(scope: Scope, agentId: string, body: ChatTokenBody): Promise<ChatToken> {
      await chat.requireAgent(scope, agentId)
      // What the default user has is the project's own: no browser gets it because a header was forgotten.
      if (scope.externalUser.id === scope.projectId)
        throw new AppError('username_required', 'x-username is required', {
          hint: 'Send the name of the end user who is signed in.',
        })
      const token = await db.tx((tx) => externalUsers.chatTokens.create(tx, scope, { agentId, ...body }))
      return { ...token, agentId }
    },
    async revoke(scope: Scope, agentId: string, id: string): Promise<{ id: string }> {
      const isRevoked = await db.tx((tx) => externalUsers.chatTokens.revoke(tx, scope, { agentId, id }))
      if (!isRevoked) throw new AppError('chat_token_not_found', 'There is no such chat token')
      return { id }
    },
  }
}

export type ChatTokens = ReturnType<typeof createChatTokens>
