import { z } from 'zod'

export const McpReport = z
  .object({
    toolCount: z.int(),
    tokens: z.int().describe('Estimated tokens that the list of tools takes in every conversation.'),
    tools: z.array(z.object({ name: z.string(), tokens: z.int() })).describe('The largest first.'),
    findings: z.array(
      z.object({
        rule: z.enum([
          'too_many_tools',
          'large_tool',
          'vague_description',
          'similar_names',
          'equal_names',
          'unsafe_hints',
        ]),
        tools: z.array(z.string()),
        message: z.string(),
      }),
    ),
  })
  .meta({ id: 'McpServerReport' })
export type McpReport = z.output<typeof McpReport>
