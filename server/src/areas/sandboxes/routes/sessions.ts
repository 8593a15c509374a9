import { data, endpoint, page } from '../../../kernel/http/endpoint.ts'
import { IdParams } from '../../../kernel/http/shapes.ts'
import {
  CreateSessionBody,
  ExtendBody,
  Session,
  SessionQuery,
  ThreadParams,
  ThreadPower,
} from '../schema/session.ts'
import { type SessionService, toSession } from '../service/sessions.ts'
import type { Threads } from '../service/threads.ts'
import { exampleSession } from './examples.ts'

export type SessionRouteDeps = { sessions: SessionService; threads: Threads }

const params = { id: exampleSession.id }
const ofUser = { area: 'Sandbox', access: 'end-user', acceptsEndUserTokens: true } as const
const threadId = 'support-42'
const power = { threadId, power: 'on', session: { ...exampleSession, threadId } } as const

export const sessionRoutes = ({ sessions, threads }: SessionRouteDeps) => [
  endpoint({
    method: 'GET',
    path: '/api/v1/sandbox/sessions',
    ...ofUser,
    summary: 'List sandbox sessions',
    description: 'Newest first; ended sessions are retained for 30 days.',
    permission: 'sandbox:read',
    query: SessionQuery,
    response: page(Session),
    message: 'Sandbox sessions',
    example: { query: { status: 'running' }, response: [exampleSession] },
    handle: async ({ scope, query }) => {
      const found = await sessions.list(scope, query)
      return { ...found, items: found.items.map(toSession) }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/sandbox/sessions',
    ...ofUser,
    summary: 'Create a sandbox session',
    description:
      'Interpreters and files that persist between scripts, even across server restarts. After `idleTimeoutSec` without use or `maxDurationSec` in total it is paused, or ended with `onTimeout=kill`; a paused session resumes on use and is retained for 30 days. An end user can have up to 5 running sessions.',
    permission: 'sandbox:write',
    body: CreateSessionBody,
    response: data(Session),
    message: 'Sandbox session created',
    errors: ['concurrency_limited', 'invalid_state', 'external_user_not_found'],
    example: { body: { maxDurationSec: 3600 }, response: exampleSession },
    handle: async ({ scope, body }) => toSession(await sessions.create(scope, body)),
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/sandbox/sessions/{id}',
    ...ofUser,
    summary: 'Get a sandbox session',
    permission: 'sandbox:read',
    params: IdParams,
    response: data(Session),
    message: 'Sandbox session',
    errors: ['sandbox_session_not_found'],
    example: { params, response: exampleSession },
    handle: async ({ scope, params: { id } }) => toSession(await sessions.get(scope, id)),
  }),
  endpoint({
    method: 'DELETE',
    path: '/api/v1/sandbox/sessions/{id}',
    ...ofUser,
    summary: 'Release a sandbox session',
    description: 'Stops a running script and deletes the session state. Releasing again has no effect.',
    permission: 'sandbox:write',
    params: IdParams,
    response: data(Session),
    message: 'Sandbox session released',
    errors: ['sandbox_session_not_found'],
    example: {
      params,
      response: {
        ...exampleSession,
        status: 'ended',
        expiresAt: null,
        endedReason: 'released',
        endedAt: '2026-01-02T03:30:00.000Z',
      },
    },
    handle: async ({ scope, params: { id } }) => toSession(await sessions.end(scope, id)),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/sandbox/sessions/{id}/pause',
    ...ofUser,
    summary: 'Pause a sandbox session',
    description:
      'Stops its timeouts; a running script finishes first. Paused sessions are retained for 30 days.',
    permission: 'sandbox:write',
    params: IdParams,
    response: data(Session),
    message: 'Sandbox session paused',
    errors: ['sandbox_session_not_found', 'sandbox_session_gone'],
    example: {
      params,
      response: {
        ...exampleSession,
        status: 'paused',
        expiresAt: null,
        pausedAt: '2026-01-02T03:30:00.000Z',
      },
    },
    handle: async ({ scope, params: { id } }) => toSession(await sessions.pause(scope, id)),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/sandbox/sessions/{id}/resume',
    ...ofUser,
    summary: 'Resume a sandbox session',
    description: 'Restarts its full duration. A running session is not affected.',
    permission: 'sandbox:write',
    params: IdParams,
    response: data(Session),
    message: 'Sandbox session resumed',
    errors: ['sandbox_session_not_found', 'sandbox_session_gone', 'concurrency_limited'],
    example: { params, response: exampleSession },
    handle: async ({ scope, params: { id } }) => toSession(await sessions.resume(scope, id)),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/sandbox/sessions/{id}/extend',
    ...ofUser,
    summary: 'Extend a sandbox session',
    permission: 'sandbox:write',
    params: IdParams,
    body: ExtendBody,
    response: data(Session),
    message: 'Sandbox session extended',
    errors: ['sandbox_session_not_found', 'sandbox_session_gone', 'invalid_state'],
    example: { params, body: { durationSec: 7200 }, response: exampleSession },
    handle: async ({ scope, params: { id }, body }) =>
      toSession(await sessions.extend(scope, id, body.durationSec)),
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/sandbox/threads/{threadId}',
    ...ofUser,
    summary: 'Get the sandbox for a thread',
    description: 'A thread without a session is `off`.',
    permission: 'sandbox:read',
    params: ThreadParams,
    response: data(ThreadPower),
    message: 'Sandbox of the thread',
    example: { params: { threadId }, response: power },
    handle: ({ scope, params: { threadId: of } }) => threads.get(scope, of),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/sandbox/threads/{threadId}/start',
    ...ofUser,
    summary: 'Start the sandbox for a thread',
    description: 'Creates or resumes its session.',
    permission: 'sandbox:write',
    params: ThreadParams,
    response: data(ThreadPower),
    message: 'Sandbox started',
    errors: ['concurrency_limited', 'external_user_not_found'],
    example: { params: { threadId }, response: power },
    handle: ({ scope, params: { threadId: of } }) => threads.start(scope, of),
  }),
  endpoint({
    method: 'DELETE',
    path: '/api/v1/sandbox/threads/{threadId}',
    ...ofUser,
    summary: 'Stop the sandbox for a thread',
    description: 'Releases its session. Has no effect if it is off.',
    permission: 'sandbox:write',
    params: ThreadParams,
    response: data(ThreadPower),
    message: 'Sandbox stopped',
    example: { params: { threadId }, response: { threadId, power: 'off', session: null } },
    handle: ({ scope, params: { threadId: of } }) => threads.stop(scope, of),
  }),
]
