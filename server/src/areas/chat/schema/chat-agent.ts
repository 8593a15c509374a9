import { z } from 'zod'

export const ChatAgent = z
  .object({
    id: z.uuid(),
    name: z.string(),
    description: z.string(),
    greeting: z.string().nullable(),
    starterPrompts: z.array(z.string()),
    canApprove: z.boolean().describe('Whether the caller may decide about tool calls.'),
    canAttach: z.boolean().describe('Whether the caller may upload files.'),
  })
  .meta({ id: 'ChatAgent' })
export type ChatAgent = z.output<typeof ChatAgent>
