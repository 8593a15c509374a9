import { z } from 'zod'
import {
  booleanParam,
  choiceParam,
  pageParams,
  Timestamp,
  timestampParam,
  uuidParam,
} from '../../../kernel/http/shapes.ts'

const range = {
  workflowId: uuidParam().optional().describe('Of this agent.'),
  from: timestampParam().optional(),
  to: timestampParam().optional(),
}

export const FeedbackQuery = z.strictObject({
  ...pageParams,
  ...range,
  rating: choiceParam(['positive', 'negative']).optional(),
  hasComment: booleanParam().optional(),
})
export type FeedbackQuery = z.output<typeof FeedbackQuery>

export const FeedbackStatisticsQuery = z.strictObject({
  ...range,
  from: timestampParam().optional().describe('Defaults to 30 days before `to`.'),
  to: timestampParam().optional().describe('Defaults to now.'),
})
export type FeedbackStatisticsQuery = z.output<typeof FeedbackStatisticsQuery>

const agentOf = {
  workflowId: z.uuid().nullable(),
  workflowName: z.string().nullable(),
  version: z.string().nullable().describe('The version of the agent that responded.'),
}

export const FeedbackEntry = z
  .object({
    thread_id: z.uuid(),
    threadTitle: z.string().nullable(),
    messageId: z.string(),
    text: z.string().describe('The beginning of the message.'),
    runId: z.uuid().nullable(),
    eUID: z.uuid().describe('The user who gave it.'),
    score: z.number().nullable(),
    comment: z.string().nullable(),
    ...agentOf,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'FeedbackEntry' })
export type FeedbackEntry = z.output<typeof FeedbackEntry>

const counts = { positive: z.int(), negative: z.int(), comments: z.int() }

export const FeedbackStatistics = z
  .object({
    ...counts,
    days: z.array(z.object({ day: z.string(), ...counts })).describe('Days of UTC that have some.'),
    agents: z.array(z.object({ ...agentOf, ...counts })).describe('By version of the agent.'),
    from: Timestamp,
    to: Timestamp,
  })
  .meta({ id: 'FeedbackStatistics' })
export type FeedbackStatistics = z.output<typeof FeedbackStatistics>
