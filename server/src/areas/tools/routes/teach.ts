import { data, endpoint } from '../../../kernel/http/endpoint.ts'
import { TaughtTool, TeachBody, TeachParams, TeachQuery, ToolDraft } from '../schema/teach.ts'
import type { Teach } from '../service/teach/to-tool.ts'
import { exampleTool } from './examples.ts'

const body = {
  slug: 'shop_open_order',
  name: 'Open an order',
  description: 'Signs in to the shop and opens an order.',
  toolkitSlug: 'shop',
  connectionFields: { password: 'password' },
}

const inputParameters = {
  type: 'object',
  properties: { order: { type: 'string', description: 'Order', default: 'A-1' } },
  required: [],
  additionalProperties: false,
}

const browser = {
  steps: [
    {
      action: { type: 'goto', url: 'https://shop.example.com/sign-in', waitUntil: 'load' },
      selectors: [],
      origin: null,
      input: null,
      expect: { url: 'https://shop.example.com/sign-in', title: 'Sign in' },
    },
    {
      action: { type: 'fill', submit: true },
      selectors: ['role=textbox[name="Password"]', '[name="password"]'],
      origin: 'https://shop.example.com',
      input: { connectionField: 'password' },
      expect: { url: 'https://shop.example.com/orders', title: 'Orders' },
    },
  ],
  allowedHosts: ['*.example.com'],
  viewport: { width: 1280, height: 720 },
  locale: 'en-US',
  timezone: 'UTC',
  profileParameter: null,
  expect: null,
}

const params = { sessionId: '0199f1a0-0000-7000-8000-0000000000b1' }

export const teachRoutes = ({ draft, teach }: Teach) => [
  endpoint({
    method: 'GET',
    path: '/api/v1/browser/sessions/{sessionId}/to-tool',
    area: 'Browser',
    summary: 'Preview the tool of a browser session',
    description:
      'What `POST` would create, to be changed before: with `slug`, `name`, `description` and `toolkitSlug`, `POST /api/v1/tools` takes it. Requires `browser:read` as well.',
    access: 'end-user',
    permission: 'tools:read',
    params: TeachParams,
    query: TeachQuery,
    response: data(ToolDraft),
    message: 'Preview of the tool',
    errors: ['browser_session_not_found', 'insufficient_scope', 'invalid_state', 'unsupported_by_driver'],
    example: {
      params,
      response: {
        browser,
        inputParameters,
        outputParameters: { type: 'object' },
        noAuth: false,
        warnings: ['Event 7: evaluate is left out: scripts are not repeated.'],
      },
    },
    handle: ({ scope, params: { sessionId }, query }) =>
      draft(scope, sessionId, { ...query, secretParameters: [], connectionFields: {} }),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/browser/sessions/{sessionId}/to-tool',
    area: 'Browser',
    summary: 'Create a tool from a browser session',
    description:
      'The successful actions of the session become the steps of a custom tool. What was typed, selected or uploaded becomes a parameter with the recorded value as its default; what was typed into password fields is a required secret parameter, or with `connectionFields` a field of the connected account. Every step has several selectors, of which the first that finds exactly one element is used, and pages that were navigated to are checked by URL and title. The tool runs in a new Chromium session of the acting user. Requires `browser:read` as well.',
    access: 'end-user',
    permission: 'tools:write',
    params: TeachParams,
    body: TeachBody,
    isExact: true,
    response: data(TaughtTool),
    message: 'Tool created',
    errors: [
      'browser_session_not_found',
      'insufficient_scope',
      'tool_not_found',
      'slug_conflict',
      'invalid_state',
      'tool_limit_reached',
      'toolkit_limit_reached',
      'unsupported_by_driver',
      'schema_violation',
    ],
    example: {
      params,
      body,
      response: {
        tool: {
          ...exampleTool,
          slug: body.slug,
          name: body.name,
          description: body.description,
          toolkitSlug: body.toolkitSlug,
          noAuth: false,
          script: null,
          scriptSource: null,
          inputParameters,
          allowedHosts: browser.allowedHosts,
          browser,
        },
        warnings: [],
      },
    },
    handle: ({ scope, params: { sessionId }, body: requested }) => teach(scope, sessionId, requested),
  }),
]
