import { z } from 'zod'
import { choiceParam, openObject, pageParams, Timestamp } from '../../../kernel/http/shapes.ts'

export const questionStates = ['waiting', 'answered', 'expired', 'cancelled'] as const

export const HumanRequest = z
  .object({
    id: z.uuid(),
    question: z.string(),
    options: z.array(z.string()),
    context: openObject(),
    status: z.enum(questionStates),
    answer: z.unknown(),
    answeredBy: z.string().nullable(),
    eUID: z.uuid().describe('The end user on whose behalf it was created.'),
    executionId: z
      .uuid()
      .nullable()
      .describe(
        'The execution that asked; see `GET /api/v1/tools/execution-logs/{logId}` while it is retained.',
      ),
    createdAt: Timestamp,
    expiresAt: Timestamp,
    answeredAt: Timestamp.nullable(),
  })
  .meta({ id: 'HumanRequest' })
export type HumanRequest = z.output<typeof HumanRequest>

export const HumanRequestQuery = z.strictObject({
  status: choiceParam(questionStates).optional(),
  ...pageParams,
})
export type HumanRequestQuery = z.output<typeof HumanRequestQuery>

export const AnswerBody = z.strictObject({
  answer: z.unknown().describe('One of the options, if there are any; otherwise any value.'),
})
export type AnswerBody = z.output<typeof AnswerBody>
