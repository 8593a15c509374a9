import { data, type Endpoint, endpoint, page } from '../../../kernel/http/endpoint.ts'
import {
  FeedbackEntry,
  FeedbackQuery,
  FeedbackStatistics,
  FeedbackStatisticsQuery,
} from '../schema/feedback.ts'
import type { Feedback } from '../service/feedback.ts'
import {
  exampleAgentId,
  exampleAt,
  exampleRunId,
  exampleThreadId,
  exampleUserId,
  graphify,
  shared,
} from './shared.ts'

const agent = { workflowId: exampleAgentId, workflowName: 'Support', version: '1.0.3' }

export const feedbackRoutes = (feedback: Feedback): Endpoint[] => [
  endpoint({
    ...shared(graphify),
    method: 'GET',
    path: `${graphify.base}/feedback`,
    summary: 'List feedback',
    description:
      'What users say of responses, newest first: in threads of the acting user, or with `x-act-across-users` of all.',
    permission: 'chat:read',
    query: FeedbackQuery,
    response: page(FeedbackEntry),
    message: 'Feedback',
    example: {
      query: { rating: 'negative' },
      response: [
        {
          thread_id: exampleThreadId,
          threadTitle: 'Order 1042',
          messageId: `${exampleRunId}:0:1`,
          text: 'It left our warehouse this morning.',
          runId: exampleRunId,
          eUID: exampleUserId,
          score: -1,
          comment: 'It has not arrived.',
          ...agent,
          createdAt: exampleAt,
          updatedAt: exampleAt,
        },
      ],
    },
    handle: ({ scope, query }) => feedback.list(scope, query),
  }),
  endpoint({
    ...shared(graphify),
    method: 'GET',
    path: `${graphify.base}/feedback/statistics`,
    summary: 'Get feedback statistics',
    description: 'How many responses were rated up and down, by day and by version of the agent.',
    permission: 'chat:read',
    query: FeedbackStatisticsQuery,
    response: data(FeedbackStatistics),
    message: 'Feedback statistics',
    example: {
      response: {
        positive: 12,
        negative: 3,
        comments: 2,
        days: [{ day: '2026-07-30', positive: 12, negative: 3, comments: 2 }],
        agents: [{ ...agent, positive: 12, negative: 3, comments: 2 }],
        from: '2026-06-30T09:15:00.000Z',
        to: exampleAt,
      },
    },
    handle: ({ scope, query }) => feedback.statistics(scope, query),
  }),
]
