import { z } from 'zod'
import { data, endpoint, events, page, rawReply } from '../../../kernel/http/endpoint.ts'
import { booleanParam, choiceParam } from '../../../kernel/http/shapes.ts'
import { ActionResults, ActionsBody, Snapshot, snapshotFormats } from '../schema/action.ts'
import { BrowserEvent, Download, EventQuery } from '../schema/event.ts'
import { SessionParams } from '../schema/session.ts'
import type { Actions } from '../service/actions.ts'
import type { FollowEvents } from '../service/follow-events.ts'
import type { History } from '../service/history.ts'
import type { Sessions } from '../service/sessions.ts'
import { sessionParams as params } from './examples.ts'

export type ControlDeps = {
  sessions: Sessions
  actions: Actions
  history: History
  followEvents: FollowEvents
}

const ofUser = { area: 'Browser', access: 'end-user', acceptsEndUserTokens: true } as const
const base = '/api/v1/browser/sessions/{sessionId}'
const unusable = [
  'browser_session_not_found',
  'browser_session_gone',
  'invalid_state',
  'control_held',
  'session_busy',
] as const

const SnapshotQuery = z.strictObject({
  format: choiceParam(snapshotFormats, 'a11y')
    .optional()
    .describe('`a11y` has a ref for each element that can be acted on; `png` is an image.'),
  fullPage: booleanParam().optional().describe('The whole page as an image, instead of what is visible.'),
})

export const controlRoutes = ({ sessions, actions, history, followEvents }: ControlDeps) => [
  endpoint({
    method: 'POST',
    path: `${base}/actions`,
    ...ofUser,
    summary: 'Run actions in a browser session',
    description:
      'Actions are done one after the other, each once its element is ready. The first that fails ends the request: the error has its `index` and the `results` of those before it. What is typed into password fields is in no log.',
    permission: 'browser:execute',
    params: SessionParams,
    body: ActionsBody,
    callsExternalService: true,
    response: data(ActionResults),
    message: 'Actions done',
    errors: [
      ...unusable,
      'address_not_allowed',
      'file_not_found',
      'file_too_large',
      'action_failed',
      'unsupported_by_driver',
      'action_timeout',
    ],
    example: {
      params,
      body: { actions: [{ type: 'goto', url: 'https://example.com' }] },
      response: {
        results: [{ type: 'goto', durationMs: 210, url: 'https://example.com/', title: 'Example Domain' }],
      },
    },
    handle: async ({ scope, params: { sessionId }, body }) => ({
      results: await actions.run(scope, await sessions.requireLive(scope, sessionId), body.actions),
    }),
  }),
  endpoint({
    method: 'GET',
    path: `${base}/snapshot`,
    ...ofUser,
    summary: 'Get a snapshot of the page of a browser session',
    description: 'Text comes from the page and must not be trusted. Password fields are masked.',
    permission: 'browser:read',
    params: SessionParams,
    query: SnapshotQuery,
    response: data(Snapshot),
    alternateMediaTypes: ['image/png'],
    message: 'Snapshot',
    errors: [...unusable, 'action_failed', 'unsupported_by_driver', 'action_timeout'],
    example: {
      params,
      query: { format: 'a11y' },
      response: {
        format: 'a11y',
        url: 'https://example.com/',
        title: 'Example Domain',
        content: '- heading "Example Domain" [level=1] [ref=e2]\n- link "More information..." [ref=e4]',
        truncated: false,
      },
    },
    handle: async ({ scope, params: { sessionId }, query: { format = 'a11y', fullPage = false } }) => {
      const taken = await actions.snapshot(await sessions.requireLive(scope, sessionId), format, fullPage)
      return Buffer.isBuffer(taken) ? rawReply({ body: taken, contentType: 'image/png' }) : taken
    },
  }),
  endpoint({
    method: 'GET',
    path: `${base}/events`,
    ...ofUser,
    summary: 'List what happened in a browser session',
    description: 'Oldest first; continue with `after`.',
    permission: 'browser:read',
    params: SessionParams,
    query: EventQuery,
    response: page(BrowserEvent),
    message: 'Events of the browser session',
    errors: ['browser_session_not_found'],
    example: {
      params,
      query: { after: '0' },
      response: [
        {
          number: 1,
          type: 'action',
          data: { type: 'goto', url: 'https://example.com/', status: 'succeeded', durationMs: 210 },
          createdAt: '2026-01-02T03:04:17.000Z',
        },
      ],
    },
    handle: ({ scope, params: { sessionId }, query }) => history.list(scope, sessionId, query),
  }),
  endpoint({
    method: 'GET',
    path: `${base}/events/stream`,
    ...ofUser,
    summary: 'Stream the events of a browser session',
    description:
      'Server-sent events, each with its number in the log, and `end` with `status` and `endedReason`, after which the stream closes. Resumes after `Last-Event-ID` without loss.',
    permission: 'browser:read',
    params: SessionParams,
    response: events(BrowserEvent),
    message: 'Events of the browser session',
    errors: ['browser_session_not_found'],
    example: { params },
    handle: ({ scope, params: { sessionId }, lastEventId, signal }) =>
      followEvents(scope, sessionId, lastEventId, signal),
  }),
  endpoint({
    method: 'GET',
    path: `${base}/downloads`,
    ...ofUser,
    summary: 'List the downloads of a browser session',
    description: 'Each is stored as a file of the end user.',
    permission: 'browser:read',
    params: SessionParams,
    response: data(z.array(Download)),
    message: 'Downloads of the browser session',
    errors: ['browser_session_not_found'],
    example: {
      params,
      response: [
        {
          number: 4,
          name: 'invoice.pdf',
          url: 'https://example.com/invoice.pdf',
          fileId: '0199f1a0-0000-7000-8000-0000000000f1',
          sizeBytes: 48_213,
          failure: null,
          createdAt: '2026-01-02T03:06:00.000Z',
        },
      ],
    },
    handle: ({ scope, params: { sessionId } }) => history.downloads(scope, sessionId),
  }),
]
