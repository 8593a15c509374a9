import type { FastifyReply, FastifyRequest } from 'fastify'
import type { MemoryBudget } from '../../limits/memory-budget.ts'
import type { Endpoint } from '../endpoint.ts'

// Bodies of endpoints that set no limit.
export const defaultBodyBytes = 1024 * 1024
// A caller without credentials has little to send: an email address, a password, a token.
const publicBodyBytes = 16 * 1024

export const bodyLimitOf = ({ access, bodyLimitBytes }: Endpoint): number =>
  bodyLimitBytes ?? (access === 'public' ? publicBodyBytes : defaultBodyBytes)

// Smaller bodies are not counted: connections are bounded, and health checks must pass.
const uncountedBytes = 64 * 1024

/** Takes capacity for a large body before it is read, as much as was announced, until the response is sent. */
export function holdBody(endpoint: Endpoint, memoryBudget: MemoryBudget) {
  const bodyLimitBytes = bodyLimitOf(endpoint)
  return async ({ headers, principal, client }: FastifyRequest, reply: FastifyReply) => {
    const isUnknown = headers['transfer-encoding'] !== undefined || headers['content-encoding'] !== undefined
    const size = isUnknown ? bodyLimitBytes : Number(headers['content-length'] ?? 0)
    // A longer body is refused by its length, and never read.
    if (!(size > uncountedBytes && size <= bodyLimitBytes)) return
    const held = principal ? memoryBudget.open(principal.projectId) : memoryBudget.openPublic(client.ip)
    held.grow(size)
    reply.raw.once('close', held.end)
    // The client may have disconnected during authentication: then the event above has already fired.
    if (reply.raw.closed || reply.raw.destroyed) held.end()
  }
}
