import { z } from 'zod'
import { data, type Endpoint, endpoint } from '../../../kernel/http/endpoint.ts'
import { ThreadParams } from '../schema/run.ts'
import {
  Branch,
  CompareQuery,
  Comparison,
  FeedbackBody,
  FeedbackParams,
  FeedbackView,
  ForkBody,
  OperatorReplyBody,
  ReplyModeBody,
  Thread,
  ThreadMessage,
  TitleView,
} from '../schema/thread.ts'
import type { Branches } from '../service/branches/branches.ts'
import type { Compare } from '../service/branches/compare.ts'
import type { Replies } from '../service/replies.ts'
import type { Titles } from '../service/titles.ts'
import {
  exampleAt,
  exampleMessage,
  exampleThread,
  exampleThreadId,
  exampleUserId,
  exampleValues,
  type Surface,
  shared,
  stateParams,
  threadParams,
} from './shared.ts'

export const replyRoutes = (surface: Surface, replies: Replies, title: Titles): Endpoint[] => [
  endpoint({
    ...shared(surface),
    method: 'POST',
    path: `${surface.base}/threads/{thread_id}/generate-title`,
    summary: 'Generate a title',
    description:
      'By the default model of the project, else from the first words: one line of at most 60 characters without Markdown, stored as `metadata.title`. A thread that has a title keeps it, and no model is called.',
    permission: 'chat:write',
    callsExternalService: true,
    params: ThreadParams,
    response: data(TitleView),
    message: 'Title generated',
    errors: ['thread_not_found'],
    example: { params: threadParams, response: { title: 'Where is my order?' } },
    handle: ({ scope, params }) => title(scope, params.thread_id),
  }),
  endpoint({
    ...shared(surface),
    method: 'PATCH',
    path: `${surface.base}/threads/{thread_id}/reply-mode`,
    summary: 'Set the reply mode of a thread',
    description:
      'With `human` the agent stops, and messages of the user are stored without a run until `agent` is set.',
    permission: 'chat:write',
    callsExternalService: true,
    params: ThreadParams,
    body: ReplyModeBody,
    response: data(Thread),
    message: 'Reply mode changed',
    errors: ['thread_not_found'],
    example: {
      params: threadParams,
      body: { mode: 'human' },
      response: { ...exampleThread, replyMode: 'human' },
    },
    handle: ({ scope, params, body }) => replies.setMode(scope, params.thread_id, body.mode),
  }),
  endpoint({
    ...shared(surface),
    method: 'POST',
    path: `${surface.base}/threads/{thread_id}/operator-reply`,
    summary: 'Reply as an operator',
    permission: 'chat:write',
    params: ThreadParams,
    body: OperatorReplyBody,
    response: data(ThreadMessage),
    message: 'Reply stored',
    errors: ['thread_not_found', 'run_in_progress'],
    example: {
      params: threadParams,
      body: { text: 'I have looked into it: it arrives tomorrow.' },
      response: { ...exampleMessage, role: 'operator', runId: null },
    },
    handle: ({ scope, params, body }) => replies.operatorReply(scope, params.thread_id, body.text),
  }),
]

const exampleSide = {
  thread_id: exampleThreadId,
  branch: 0,
  messages: exampleValues.messages,
  credits: 0.42,
  tokens: { input: 120, output: 18 },
  models: ['local/demo'],
  toolCalls: [],
}

export const branchRoutes = (surface: Surface, branches: Branches, compare: Compare): Endpoint[] => [
  endpoint({
    ...shared(surface),
    method: 'POST',
    path: `${surface.base}/threads/{thread_id}/copy`,
    summary: 'Copy a thread',
    description: 'Up to a checkpoint or a message, else as a whole.',
    permission: 'chat:write',
    params: ThreadParams,
    body: ForkBody,
    response: data(Thread),
    message: 'Thread copied',
    errors: ['thread_not_found', 'checkpoint_not_found', 'message_not_found'],
    example: { params: threadParams, body: {}, response: exampleThread },
    handle: ({ scope, params, body }) => branches.copy(scope, params.thread_id, body),
  }),
  endpoint({
    ...shared(surface),
    method: 'POST',
    path: `${surface.base}/threads/{thread_id}/fork`,
    summary: 'Fork a thread',
    description:
      'Begins a branch behind a checkpoint or a message and makes it the current one; the last checkpoint of a branch continues that branch. The other branch stays, and can be compared with it.',
    permission: 'chat:write',
    params: ThreadParams,
    body: ForkBody,
    response: data(Thread.extend({ branch: z.int() })),
    message: 'Thread forked',
    errors: ['thread_not_found', 'checkpoint_not_found', 'message_not_found', 'run_in_progress'],
    example: {
      params: threadParams,
      body: { checkpoint_id: stateParams.checkpoint_id },
      response: { ...exampleThread, branch: 1 },
    },
    handle: ({ scope, params, body }) => branches.fork(scope, params.thread_id, body),
  }),
  endpoint({
    ...shared(surface),
    method: 'GET',
    path: `${surface.base}/threads/{thread_id}/branches`,
    summary: 'List branches',
    permission: 'chat:read',
    params: ThreadParams,
    response: data(z.array(Branch)),
    message: 'Branches',
    errors: ['thread_not_found'],
    example: {
      params: threadParams,
      response: [{ branch: 0, parent: null, checkpoint_id: stateParams.checkpoint_id, isCurrent: true }],
    },
    handle: ({ scope, params }) => branches.branches(scope, params.thread_id),
  }),
  endpoint({
    ...shared(surface),
    method: 'GET',
    path: `${surface.base}/threads/{thread_id}/compare`,
    summary: 'Compare two conversations',
    description:
      'Of two threads, or of two branches of one: messages, credits, tokens, models, and how their tool calls differ.',
    permission: 'chat:read',
    params: ThreadParams,
    query: CompareQuery,
    response: data(Comparison),
    message: 'Comparison',
    errors: ['thread_not_found', 'checkpoint_not_found'],
    example: {
      params: threadParams,
      query: { with: exampleThreadId },
      response: {
        left: exampleSide,
        right: exampleSide,
        commonMessages: 2,
        toolCalls: [],
        credits: { left: 0.42, right: 0.42, difference: 0 },
      },
    },
    handle: ({ scope, params, query }) => compare(scope, params.thread_id, query),
  }),
  endpoint({
    ...shared(surface),
    method: 'POST',
    path: `${surface.base}/threads/{thread_id}/messages/{messageId}/feedback`,
    summary: 'Give feedback on a message',
    description: 'One for each end user and message; a later one replaces it.',
    permission: 'chat:write',
    params: FeedbackParams,
    body: FeedbackBody,
    response: data(FeedbackView),
    message: 'Feedback stored',
    errors: ['thread_not_found', 'message_not_found'],
    example: {
      params: { thread_id: exampleThreadId, messageId: 'm1' },
      body: { score: 1, comment: 'Helpful.' },
      response: {
        messageId: 'm1',
        eUID: exampleUserId,
        score: 1,
        comment: 'Helpful.',
        createdAt: exampleAt,
        updatedAt: exampleAt,
      },
    },
    handle: ({ scope, params, body }) =>
      branches.giveFeedback(scope, params.thread_id, params.messageId, body),
  }),
]
