import { z } from 'zod'
import { pageParams, Timestamp, textParam, Uuid } from '../../../kernel/http/shapes.ts'

export const maxMemoryLength = 1_000

export const OneMemoryParams = z.object({ id: Uuid, memoryId: Uuid })

export const MemoryQuery = z.strictObject({
  q: textParam(200).optional().describe('Part of the text.'),
  ...pageParams,
})
export type MemoryQuery = z.output<typeof MemoryQuery>

export const MemoryBody = z.strictObject({ text: z.string().trim().min(1).max(maxMemoryLength) })

export type MemorySource = { kind: 'user' | 'agent'; executionId: string | null; threadId: string | null }

export const Memory = z
  .object({
    id: z.uuid(),
    agentId: z.uuid(),
    eUID: z.uuid(),
    text: z.string(),
    source: z
      .object({
        kind: z.enum(['user', 'agent']),
        executionId: z.string().nullable(),
        threadId: z.string().nullable(),
      })
      .describe('Whether the user added it or the agent did, and in which run.'),
    createdAt: Timestamp,
  })
  .meta({ id: 'AgentMemory' })
export type Memory = z.output<typeof Memory>
