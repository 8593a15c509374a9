import { data, endpoint } from '../../../kernel/http/endpoint.ts'
import { Handoff, HandoffBody, HandoffDoneBody, HandoffParams } from '../schema/handoff.ts'
import { SessionParams } from '../schema/session.ts'
import type { Handoffs } from '../service/handoffs.ts'
import { exampleHandoff, sessionParams as params } from './examples.ts'

const ofUser = { area: 'Browser', access: 'end-user', acceptsEndUserTokens: true } as const
const base = '/api/v1/browser/sessions'

export const handoffRoutes = (handoffs: Handoffs) => [
  endpoint({
    method: 'POST',
    path: `${base}/{sessionId}/handoff`,
    ...ofUser,
    summary: 'Hand off a browser session to a human',
    description:
      'For a login, a code or a payment. Until it is done, actions and snapshots are refused with `control_held`, so that nothing that the human sees or types reaches a model.',
    permission: 'browser:write',
    params: SessionParams,
    body: HandoffBody,
    callsExternalService: true,
    response: data(Handoff),
    message: 'Handoff requested',
    errors: [
      'browser_session_not_found',
      'browser_session_gone',
      'invalid_state',
      'control_held',
      'session_busy',
    ],
    example: { params, body: { reason: 'Sign in to the shop' }, response: exampleHandoff },
    handle: ({ scope, params: { sessionId }, body }) => handoffs.request(scope, sessionId, body.reason),
  }),
  endpoint({
    method: 'GET',
    path: `${base}/handoff/{handoffId}`,
    ...ofUser,
    summary: 'Get a handoff of a browser session',
    description:
      'With a new `liveViewUrl`. Since that gives control of the session, it takes `browser:write`.',
    permission: 'browser:write',
    params: HandoffParams,
    response: data(Handoff),
    message: 'Handoff',
    errors: ['browser_handoff_not_found'],
    example: { params: { handoffId: exampleHandoff.id }, response: exampleHandoff },
    handle: ({ scope, params: { handoffId } }) => handoffs.get(scope, handoffId),
  }),
  endpoint({
    method: 'POST',
    path: `${base}/handoff/{handoffId}/done`,
    ...ofUser,
    summary: 'Complete a handoff of a browser session',
    permission: 'browser:write',
    params: HandoffParams,
    body: HandoffDoneBody,
    callsExternalService: true,
    response: data(Handoff),
    message: 'Handoff done',
    errors: ['browser_handoff_not_found', 'browser_session_gone', 'invalid_state'],
    example: {
      params: { handoffId: exampleHandoff.id },
      body: { note: 'Signed in' },
      response: {
        ...exampleHandoff,
        liveViewUrl: null,
        status: 'done',
        note: 'Signed in',
        endedAt: '2026-01-02T03:08:00.000Z',
      },
    },
    handle: ({ scope, params: { handoffId }, body }) => handoffs.done(scope, handoffId, body.note ?? null),
  }),
]
