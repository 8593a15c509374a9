import { AppError } from '../../../kernel/errors.ts'
import type { RawReply } from '../../../kernel/http/endpoint.ts'
import type { McpMessage } from '../schema/message.ts'
import { serveExchange } from './exchange.ts'
import type { IncomingExchange } from './incoming.ts'

/** The one version of the protocol that has batches. Its clients send no header: that came with the next version. */
const batchVersion = '2025-03-26'

/** Serves a message, or each message of a batch. */
export function serveIncoming({ body, ...exchange }: IncomingExchange): Promise<RawReply> {
  return Array.isArray(body) ? serveBatch(exchange, body) : serveExchange({ ...exchange, body })
}

/** One after the other, so that a batch does no more at a time than a request. */
async function serveBatch(
  exchange: Omit<IncomingExchange, 'body'>,
  messages: readonly McpMessage[],
): Promise<RawReply> {
  const version = exchange.headers['mcp-protocol-version'] ?? batchVersion
  if (version !== batchVersion)
    throw refused(`Version ${version.slice(0, 20)} of the protocol has no batches: send one message`)
  if (messages.some(({ method }) => method === 'initialize'))
    throw refused('initialize cannot be part of a batch: send it alone')
  // Progress would be a stream, which cannot be a part of an array.
  const headers = { ...exchange.headers, accept: 'application/json' }
  const responses: string[] = []
  for (const body of messages) {
    if (exchange.signal.aborted) break
    const { body: response } = await serveExchange({ ...exchange, headers, body })
    if (typeof response === 'string' && response !== '') responses.push(response)
  }
  const contentType = 'application/json'
  if (responses.length === 0) return { status: 202, contentType, body: '' }
  return { status: 200, contentType, body: `[${responses.join(',')}]` }
}

const refused = (message: string) =>
  new AppError('invalid_parameter', message, {
    details: [{ in: 'body', path: '', rule: 'batch', message }],
  })
