import { z } from 'zod'
import { DecimalCredits } from '../../kernel/credits.ts'
import { Timestamp, Uuid } from '../../kernel/http/shapes.ts'

export const AgentParams = z.object({ agentId: Uuid })
export const TokenParams = z.object({ agentId: Uuid, tokenId: Uuid })
export const RevokedToken = z.object({ id: z.uuid() })

export const ChatTokenBody = z.strictObject({
  ttlSeconds: z.int().min(300).max(3600).default(900),
  canApprove: z
    .boolean()
    .default(true)
    .describe('Whether the user may approve or reject the tool calls that the agent asks about.'),
})
export type ChatTokenBody = z.output<typeof ChatTokenBody>

export const ChatToken = z
  .object({
    id: z.uuid().describe('Revokes the token.'),
    token: z.string(),
    expiresAt: Timestamp,
    agentId: z.uuid(),
    externalUser: z.object({ id: z.uuid(), name: z.string() }),
  })
  .meta({ id: 'ChatToken' })
export type ChatToken = z.output<typeof ChatToken>

const Credits = DecimalCredits(1_000_000_000)

const limits = {
  messagesPerVisitor: z.int().min(1).max(100_000).describe('Messages of one visitor in 24 hours.'),
  creditsPerDay: Credits.describe(
    'That all visitors together may use in 24 hours. A run has a budget of a part of it, which counts as used until the run has ended.',
  ),
}

export const AgentShare = z
  .object({
    agentId: z.uuid(),
    isEnabled: z.boolean(),
    url: z.string().describe('The page; 404 for everyone while `isEnabled` is false.'),
    ...limits,
    updatedAt: Timestamp.nullable(),
  })
  .meta({ id: 'AgentShare' })
export type AgentShare = z.output<typeof AgentShare>

export const UpdateShareBody = z.strictObject({ isEnabled: z.boolean(), ...limits }).partial()
export type UpdateShareBody = z.output<typeof UpdateShareBody>
