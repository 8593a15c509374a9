import type { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { closings } from './close-codes.ts'
import { defaultSocketLimits } from './socket.ts'
import { subprotocol } from './subprotocols.ts'

type Json = Record<string, unknown>

/** OpenAPI cannot describe what follows an upgrade, so it is in an extension: the messages, limits and codes. */
export function describeSocket(
  { response }: Endpoint,
  shapeOf: (schema: z.ZodType, io: 'input' | 'output') => Json,
): Json {
  if (response.kind !== 'socket') return {}
  const { sends, receives, limits } = response
  return {
    'x-websocket': {
      subprotocols: {
        [subprotocol]: 'Offer it with any of the following; the server selects it.',
        'stoa.token.{token}': 'An API key or end-user token, for clients that cannot set headers.',
        'stoa.project.{id}': 'The same as `x-project-id`.',
        'stoa.username.{name}': 'The same as `x-username`, in base64url.',
      },
      sends: shapeOf(sends, 'output'),
      receives: receives ? shapeOf(receives, 'input') : null,
      limits: { ...defaultSocketLimits, ...limits },
      closeCodes: {
        ...Object.fromEntries(Object.values(closings).map(({ code, reason }) => [code, reason])),
        1009: 'A message is larger than `messageBytes`.',
        1011: 'The server failed.',
        '4xxx':
          '4000 and the HTTP status of the error; its code is the reason and the error is the last message: 4401 when the key, token or session ends.',
      },
    },
  }
}
