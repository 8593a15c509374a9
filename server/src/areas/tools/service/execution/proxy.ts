import type { Db } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import type { Outbound } from '../../../../kernel/net/outbound.ts'
import { readServiceResponse } from '../../../../kernel/net/service-response.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type {
  ProjectToolkit,
  ToolCall,
  ToolDefinition,
  Toolkits,
  ToolOutcome,
} from '../../../toolkits/index.ts'
import type { ExecutionResult, ProxyBody } from '../../schema/execution.ts'
import type { FoundTool } from '../catalogue/find-tool.ts'
import { literalUrl } from '../custom/literal-url.ts'
import { refusePlain } from '../custom/refuse-plain-http.ts'
import type { Executor } from './execute.ts'

export type ProxyDeps = {
  db: Db
  outbound: Outbound
  toolkits: Toolkits
  executor: Executor
  /** The toolkit that an account is for; null when the caller has no such account. */
  toolkitOfAccount(scope: Scope, accountId: string): Promise<string | null>
}

/** A request of the caller's own making, proven by an account, to the hosts of its toolkit and nowhere else. */
export function createProxy({ db, outbound, toolkits, executor, toolkitOfAccount }: ProxyDeps) {
  async function send(body: ProxyBody, call: ToolCall): Promise<ToolOutcome> {
    const address = addressOf(body, call.toolkit.baseUrl)
    refusePlain(address, call.toolkit.baseUrl)
    const hasBody = body.body !== undefined && body.body !== null
    const headers = {
      ...(hasBody && typeof body.body !== 'string' ? { 'content-type': 'application/json' } : {}),
      ...lowered(body.headers),
    }
    // Without credentials there is nothing to be sent by a proxy.
    const signed = toolkits.sign({ url: address, headers }, call.credentials!)
    const response = await outbound.request({
      method: body.method,
      url: signed.url,
      headers: signed.headers,
      allowedHosts: signed.allowedHosts,
      secrets: signed.secrets,
      ...(hasBody ? { body: typeof body.body === 'string' ? body.body : JSON.stringify(body.body) } : {}),
      timeoutMs: call.timeoutMs,
      idleTimeoutMs: call.timeoutMs,
      signal: call.signal,
    })
    return readServiceResponse(response, call.saveFile, { acceptsRedirects: true })
  }

  return async function proxy(scope: Scope, body: ProxyBody, signal: AbortSignal): Promise<ExecutionResult> {
    const { connectedAccountId, toolkitSlug, timeoutMs } = body
    if (connectedAccountId === undefined && toolkitSlug === undefined)
      throw new AppError('missing_field', 'connectedAccountId or toolkitSlug is required')
    const slug = toolkitSlug ?? (await toolkitOfAccount(scope, connectedAccountId!)) ?? null
    if (slug === null)
      throw new AppError('connection_required', 'Connected account not found', {
        hint: 'GET /api/v1/connected_accounts lists all accounts.',
      })
    const toolkit = await toolkits.get(db, scope, slug)
    if (toolkit.authSchemes.every(({ name }) => name === 'NO_AUTH'))
      throw new AppError('invalid_state', `${toolkit.slug} does not use accounts`, {
        hint: 'Use the tool http_request instead.',
      })
    const { method, endpoint, headers, query, body: content } = body
    const found = proxyTool(toolkit, method, (call) => send(body, call))
    const request = {
      timeoutMs,
      strictOutput: false,
      dryRun: false,
      ...(connectedAccountId === undefined ? {} : { connectedAccountId }),
    }
    return executor.executeFound(
      scope,
      found,
      { method, endpoint, headers, query, body: content ?? null },
      request,
      { signal },
    )
  }
}

function proxyTool(
  toolkit: ProjectToolkit,
  method: string,
  execute: (call: ToolCall) => Promise<ToolOutcome>,
): FoundTool {
  const isReadOnly = method === 'GET' || method === 'HEAD'
  const definition: ToolDefinition = {
    slug: `${toolkit.slug}_proxy`.slice(0, 100),
    toolkitSlug: toolkit.slug,
    name: `Request to ${toolkit.name}`,
    version: toolkit.version,
    description: '',
    instructions: '',
    type: 'action',
    noAuth: false,
    scopes: [],
    tags: [],
    isImportant: false,
    isDeprecated: false,
    popularityScore: 0,
    inputParameters: {},
    outputParameters: {},
    hints: {
      isReadOnly,
      isDestructive: method === 'DELETE',
      isIdempotent: isReadOnly || method === 'PUT' || method === 'DELETE',
    },
  }
  return {
    id: toolkit.id,
    definition,
    toolkit,
    provider: toolkit.provider,
    isDisabled: false,
    priceMicro: null,
    availableVersions: [],
    run: { kind: 'provider', execute },
    row: null,
  }
}

const lowered = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

function addressOf({ endpoint, query }: ProxyBody, baseUrl: string | null): string {
  const isWhole = /^https?:\/\//i.test(endpoint)
  if (!isWhole && baseUrl === null)
    throw new AppError('invalid_parameter', 'endpoint is a path, but the toolkit has no baseUrl', {
      hint: 'Use a full URL.',
    })
  const request = literalUrl(endpoint)
  const address = isWhole ? request : `${baseUrl!.replace(/\/+$/, '')}/${request.replace(/^\/+/, '')}`
  const pairs = Object.entries(query).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  )
  return pairs.length === 0 ? address : `${address}${address.includes('?') ? '&' : '?'}${pairs.join('&')}`
}
