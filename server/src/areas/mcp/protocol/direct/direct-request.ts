import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  classifyInboundRequest,
  PROTOCOL_VERSION_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server'
import type { McpMessage } from '../../schema/message.ts'
import { type ClientFacts, clientFactsOf, type Envelope } from '../client-facts.ts'
import type { Exchange } from '../incoming.ts'
import type { ToolCallParams } from '../tool-handlers.ts'

/** A request of which nothing but its result is sent, and that the protocol's server would pass on as it is. */
export type DirectRequest = {
  id: string | number
  /** Of a client of 2026, whose results say more. */
  isModern: boolean
  client: ClientFacts
} & ({ method: 'tools/call'; params: ToolCallParams } | { method: 'tools/list' } | { method: 'ping' })

type Headers = Exchange['headers']
type Params = Readonly<Record<string, unknown>>

const modernVersion = '2026-07-28'
const fieldsOf: Readonly<Record<string, readonly string[]>> = {
  'tools/call': ['name', 'arguments'],
  'tools/list': [],
  ping: [],
}
const envelopeFields = [PROTOCOL_VERSION_META_KEY, CLIENT_INFO_META_KEY, CLIENT_CAPABILITIES_META_KEY]

/**
 * The request, if it is one of the plain ones that are most of all: it wants no progress, continues no earlier one, and its
 * headers say what it says. Null for everything else, also for what is wrong: the protocol's server knows how to say so.
 */
export function directRequestOf(headers: Headers, body: McpMessage): DirectRequest | null {
  const { method = '', id, params = {} } = body
  if (!Object.hasOwn(fieldsOf, method) || !isRequest(body) || !isRecord(params)) return null
  const { _meta: envelope, ...rest } = params
  if (!hasOnly(rest, fieldsOf[method]!) || (method === 'tools/call' && !isCall(rest))) return null
  const isModern = envelope !== undefined
  if (!(isModern ? isModernRequest(headers, body, envelope) : isEarlierRequest(headers))) return null
  const client = clientFactsOf(isModern ? (envelope as Envelope) : undefined, (name) => headers[name])
  return { id, method, params: rest, isModern, client } as DirectRequest
}

const isRecord = (value: unknown): value is Params =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const hasOnly = (value: object, names: readonly string[]): boolean =>
  Object.keys(value).every((name) => names.includes(name))

const isCall = ({ name, arguments: given = {} }: Params): boolean =>
  typeof name === 'string' && isRecord(given)

const isRequest = ({ jsonrpc, id, result, error }: McpMessage): boolean =>
  jsonrpc === '2.0' &&
  (typeof id === 'string' || Number.isSafeInteger(id)) &&
  result === undefined &&
  error === undefined

/** Clients of 2025 send none of the headers that name what the body says. */
function isEarlierRequest(headers: Headers): boolean {
  const version = headers['mcp-protocol-version']
  return (
    headers['mcp-method'] === undefined &&
    headers['mcp-name'] === undefined &&
    (version === undefined || (version.startsWith('2025-') && SUPPORTED_PROTOCOL_VERSIONS.includes(version)))
  )
}

/** Clients of 2026 send all of them. That version has no `ping`. */
function isModernRequest(headers: Headers, body: McpMessage, envelope: unknown): boolean {
  const { 'mcp-protocol-version': version, 'mcp-method': method, 'mcp-name': named = '' } = headers
  const { name = '' } = body.params as { name?: string }
  return (
    version === modernVersion &&
    method === body.method &&
    method !== 'ping' &&
    named === name &&
    // What begins so is encoded.
    !name.startsWith('=?') &&
    isRecord(envelope) &&
    hasOnly(envelope, envelopeFields) &&
    envelope[PROTOCOL_VERSION_META_KEY] === version &&
    classifyInboundRequest({ httpMethod: 'POST', body, protocolVersionHeader: version }).kind === 'modern'
  )
}
