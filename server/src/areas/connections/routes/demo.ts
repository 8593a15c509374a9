import { z } from 'zod'
import { AppError } from '../../../kernel/errors.ts'
import { endpoint, raw } from '../../../kernel/http/endpoint.ts'
import { readForm } from '../../../kernel/http/request/read-form.ts'
import { textParam } from '../../../kernel/http/shapes.ts'
import { hostedPages } from '../../../kernel/http/tags.ts'
import { type DemoService, demoUser } from '../service/demo/demo-service.ts'
import { demoPage } from '../service/hosted/pages.ts'
import { maxFormBytes } from './hosted.ts'
import { asPage, html, htmlType, redirect } from './html.ts'

/** As RFC 6749 has them: a client that is unknown or has another secret. */
const refusedClient = { 401: { description: 'invalid_client' } } as const

const request = {
  client_id: textParam(200).optional(),
  redirect_uri: textParam(2000).optional(),
  response_type: textParam(50).optional(),
  scope: textParam(1000).optional(),
  state: textParam(500).optional(),
  code_challenge: textParam(200).optional(),
  code_challenge_method: textParam(20).optional(),
}
const AuthorizeQuery = z.looseObject(request)
const DecideQuery = z.looseObject({ ...request, decision: textParam(10).optional() })
const jsonType = 'application/json; charset=utf-8'

const paramsOf = (query: Record<string, unknown>): URLSearchParams => {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (typeof value === 'string') params.set(name, value)
  return params
}

/** The demonstration service as others would see it: clearly labelled, and good for nothing else. */
export const demoRoutes = (demo: DemoService) => [
  endpoint({
    method: 'GET',
    path: '/demo/authorize',
    area: hostedPages,
    summary: 'Show the consent page of the demo service',
    access: 'public',
    query: AuthorizeQuery,
    response: raw(htmlType),
    errors: ['invalid_parameter'],
    example: {},
    handle: ({ query }) =>
      asPage(async () => {
        const { decision: __, ...rest } = query as Record<string, unknown>
        const params = paramsOf(rest)
        const { scopes } = await demo.readRequest(params)
        return html(demoPage(params.toString(), scopes, demoUser.name))
      }),
  }),
  endpoint({
    method: 'GET',
    path: '/demo/decide',
    area: hostedPages,
    summary: 'Decide on the consent page of the demo service',
    access: 'public',
    query: DecideQuery,
    response: raw(htmlType),
    errors: ['invalid_parameter'],
    example: {},
    handle: ({ query }) =>
      asPage(async () => redirect(await demo.decide(paramsOf(query), query.decision === 'allow'))),
  }),
  endpoint({
    method: 'POST',
    path: '/demo/token',
    area: hostedPages,
    summary: 'Create a token of the demo service',
    access: 'public',
    takesBytes: true,
    response: raw(jsonType),
    alsoReturns: refusedClient,
    example: {},
    handle: async ({ bytes }) => ({
      ...(await demo.token(await readForm(bytes, maxFormBytes))),
      contentType: jsonType,
    }),
  }),
  endpoint({
    method: 'POST',
    path: '/demo/revoke',
    area: hostedPages,
    summary: 'Revoke a token of the demo service',
    access: 'public',
    takesBytes: true,
    response: raw(jsonType),
    alsoReturns: refusedClient,
    example: {},
    handle: async ({ bytes }) => ({
      ...(await demo.revoke(await readForm(bytes, maxFormBytes))),
      contentType: jsonType,
    }),
  }),
  endpoint({
    method: 'GET',
    path: '/demo/userinfo',
    area: hostedPages,
    summary: 'Get the user of the demo service',
    access: 'public',
    response: raw(jsonType),
    errors: ['invalid_credentials'],
    example: {},
    handle: async ({ headers }) => {
      const user = await demo.whoami(/^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '')
      if (!user) throw new AppError('invalid_credentials', 'The demo service rejected the token')
      return { body: JSON.stringify(user), contentType: jsonType }
    },
  }),
]
