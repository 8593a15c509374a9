import { z } from 'zod'

export const ProblemPosition = z.object({
  offset: z.number().describe('From 0, in UTF-16 code units.'),
  length: z.number(),
  line: z.number().describe('From 1.'),
  column: z.number().describe('From 1.'),
})

export const Problem = z
  .object({
    severity: z.enum(['error', 'warning']).describe('A workflow with errors cannot be activated.'),
    code: z.string(),
    message: z.string(),
    fix: z.string().describe('One sentence: how to fix it.'),
    nodeId: z.string().nullable(),
    path: z.string().describe('A JSON pointer, such as `/graph/nodes/2/inputMapping/text`.'),
    position: ProblemPosition.optional().describe('Inside the expression or template at `path`.'),
  })
  .meta({ id: 'WorkflowProblem' })
export type Problem = z.output<typeof Problem>
