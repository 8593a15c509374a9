import type { Clock } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/db/db.ts'
import type { Audit } from '../audit/index.ts'
import type { Chat } from '../chat/index.ts'
import type { ExternalUsers } from '../external-users/index.ts'
import { embedManifest } from './manifest.ts'
import { shareRoutes } from './routes/shares.ts'
import { tokenRoutes } from './routes/tokens.ts'
import { createChatTokens } from './service/chat-tokens.ts'
import { createShares } from './service/shares.ts'
import { createVisitors } from './service/visitors.ts'

export type EmbedDeps = {
  db: Db
  clock: Clock
  audit: Audit
  chat: Pick<Chat, 'requireAgent' | 'registerAdmission'>
  externalUsers: Pick<ExternalUsers, 'chatTokens'>
  publicUrl: URL
  deriveKey(purpose: string): Buffer
}

/** Chats outside of the dashboard: tokens for browsers, and pages of agents that are shared with everyone. */
export function createEmbed(deps: EmbedDeps) {
  const { chat, publicUrl } = deps
  const visitors = createVisitors({ ...deps, visitorKey: deps.deriveKey('chat-visitor') })
  chat.registerAdmission(visitors.admit)
  return {
    routes: [
      ...tokenRoutes({ tokens: createChatTokens(deps), visitors, isHttps: publicUrl.protocol === 'https:' }),
      ...shareRoutes(createShares(deps)),
    ],
    sweep: visitors.sweep,
  }
}

export const embedArea = { manifest: embedManifest, key: 'embed', create: createEmbed } as const
