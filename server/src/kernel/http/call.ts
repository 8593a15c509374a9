import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Scope } from '../scope.ts'
import { namesAcrossUsers } from './auth/across-users.ts'
import type { Endpoint } from './endpoint.ts'
import type { ReadInput } from './request/input.ts'
import type { Registration } from './streams/open-streams.ts'

/** One request in flight: its input, and where its response goes. */
export type Call = {
  endpoint: Endpoint
  request: FastifyRequest
  reply: FastifyReply
  input: ReadInput
  scope: Scope
  /** Where it is ended from when its caller may ask no more. */
  open?: Registration
}

export const actingHeaders = ({ headers, client: { ip }, id: requestId, url }: FastifyRequest) => ({
  username: headers['x-username'] as string | undefined,
  wantsAllUsers: headers['x-act-across-users'] === 'true',
  listsAllUsers: namesAcrossUsers(url),
  requestId,
  ip,
})
