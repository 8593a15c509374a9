import { z } from 'zod'
import { endpoint, raw } from '../../../kernel/http/endpoint.ts'
import { readBytes } from '../../../kernel/http/request/read-bytes.ts'
import type { Receive } from '../service/hooks/receive.ts'
import type { Respond } from '../service/hooks/respond.ts'

const maxBodyBytes = 1024 * 1024
const HookParams = z.object({ token: z.string().min(1).max(200) })
const AnyQuery = z.looseObject({})
const params = { token: '(the last part of webhookUrl)' }

const shared = {
  path: '/hooks/{token}',
  area: 'Inbound webhooks',
  access: 'public',
  params: HookParams,
  query: AnyQuery,
  example: { params },
} as const

export const hookRoutes = ({ receive, challenge }: Receive, respond: Respond) => [
  endpoint({
    ...shared,
    method: 'POST',
    summary: 'Receive an event for a webhook trigger',
    description:
      'The body is stored as it is received, up to 1 MiB, and must be signed as the trigger is configured. 202 with `invocationId` when the event is stored; 200 with `duplicate` for an event that was received within seven days. With `respond` the response is the output of the execution, with the status, headers and redirect that its end node sets, 202 when that takes longer than its timeout, or the status of `error.code` when it could not start.',
    takesBytes: true,
    response: raw('application/json'),
    // The answer to a challenge, and the types that a workflow may set.
    alternateMediaTypes: ['text/plain', '*/*'],
    alsoReturns: {
      202: { description: 'The event is stored' },
      303: { description: 'With `respond`, the redirect of the workflow' },
    },
    errors: [
      'trigger_not_found',
      'trigger_disabled',
      'webhook_signature_invalid',
      'payload_too_large',
      'rate_limited',
      'version_conflict',
      'triggers_paused',
    ],
    callsExternalService: true,
    handle: async ({ params: { token }, query, headers, bytes, signal }) => {
      const readBody = () => readBytes(bytes, maxBodyBytes, 'The body is larger than 1 MiB')
      return respond(await receive({ token, method: 'POST', headers, query, readBody }), signal)
    },
  }),
  endpoint({
    ...shared,
    method: 'GET',
    summary: 'Confirm the URL of a webhook trigger',
    description:
      'Returns `hub.challenge` if `hub.verify_token` is the `verifyToken` of the trigger; 405 where it has none.',
    response: raw('text/plain'),
    errors: [
      'trigger_not_found',
      'trigger_disabled',
      'webhook_signature_invalid',
      'method_not_allowed',
      'triggers_paused',
    ],
    handle: async ({ params: { token }, query, headers }) => ({
      ...(await challenge({ token, method: 'GET', headers, query })),
      headers: { 'x-content-type-options': 'nosniff' },
    }),
  }),
]
