import type { Call } from '../call.ts'
import type { ConnectionLimit } from '../connection/connection-limit.ts'
import { declaredMediaTypes } from '../response/media-types.ts'

/** A stream that only follows. What a POST streams is the result of its work, and the work is limited. */
export const isFollowed = ({ endpoint }: Pick<Call, 'endpoint'>): boolean =>
  endpoint.method === 'GET' && declaredMediaTypes(endpoint).includes('text/event-stream')

/** Takes a place among the open connections of the caller until the response is closed. */
export function countFollower({ request, reply }: Call, connections: ConnectionLimit): void {
  const { projectId, rateKey } = request.principal ?? { projectId: 'public', rateKey: request.client.ip }
  const release = connections.open(projectId, rateKey)
  // The client may have left already; then no event follows.
  if (reply.raw.closed) release()
  else reply.raw.once('close', release)
}
