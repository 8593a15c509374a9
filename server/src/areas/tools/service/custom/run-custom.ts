import { AppError } from '../../../../kernel/errors.ts'
import type { Outbound } from '../../../../kernel/net/outbound.ts'
import { isHostListed } from '../../../../kernel/net/redirects.ts'
import { readServiceResponse } from '../../../../kernel/net/service-response.ts'
import type { HostCall, HostCalls } from '../../../../kernel/sandbox/driver.ts'
import { createFetchCall } from '../../../../kernel/sandbox/fetch-call.ts'
import { createByteRedactor } from '../../../../kernel/secrets/secret-forms.ts'
import type { Browsers } from '../../../browsers/index.ts'
import type { Sandboxes } from '../../../sandboxes/index.ts'
import type { Credentials, ToolCall, Toolkits, ToolOutcome } from '../../../toolkits/index.ts'
import type { Implementation } from '../../schema/tool.ts'
import { createRedactor, secretsOf } from './hide-secrets.ts'
import { type HttpRequest, renderRequest } from './http-template.ts'
import { literalUrl } from './literal-url.ts'
import { refusePlain } from './refuse-plain-http.ts'
import { createBrowserRunner } from './run-browser.ts'
import { runScript } from './run-script.ts'
import { bodyOfScript } from './script-module.ts'
import { staticSecrets } from './static-secrets.ts'

export type CustomDeps = {
  outbound: Outbound
  sandboxes: Sandboxes
  browsers: Pick<Browsers, 'recordings'>
  toolkits: Pick<Toolkits, 'sign' | 'fillAddress'>
}
type HostResult = Awaited<ReturnType<HostCall>>
type ScriptImplementation = Extract<Implementation, { kind: 'script' }>
type HttpImplementation = Extract<Implementation, { kind: 'http' }>

/** Runs what a project wrote itself: a script in the sandbox, or a request by a template. */
export function createCustomRunner({ outbound, sandboxes, toolkits, browsers }: CustomDeps) {
  /** What goes out for these arguments, with the credentials on it. */
  function requestOf(
    http: HttpImplementation,
    call: ToolCall,
  ): HttpRequest & { allowedHosts: readonly string[]; secrets: readonly string[] } {
    const rendered = renderRequest(http, call.arguments, call.toolkit.baseUrl)
    const ofTool = staticSecrets(http, call.arguments)
    if (call.credentials) {
      refusePlain(rendered.url, call.toolkit.baseUrl)
      const signed = toolkits.sign(rendered, call.credentials)
      return { ...rendered, ...signed, secrets: [...signed.secrets, ...ofTool] }
    }
    // Without an account the template alone says where it goes, and a redirect must not carry its headers elsewhere.
    const url = URL.parse(toolkits.fillAddress(rendered.url, {}))
    if (!url) throw new AppError('invalid_parameter', 'The request URL is invalid')
    return { ...rendered, url: url.href, allowedHosts: [url.hostname], secrets: ofTool }
  }

  async function send(http: HttpImplementation, call: ToolCall): Promise<ToolOutcome> {
    const { method, url, headers, body, allowedHosts, secrets } = requestOf(http, call)
    const response = await outbound.request({
      method,
      url,
      allowedHosts,
      secrets,
      timeoutMs: call.timeoutMs,
      idleTimeoutMs: call.timeoutMs,
      signal: call.signal,
      headers: { accept: 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
    })
    return readServiceResponse(response, call.saveFile, { acceptsRedirects: true })
  }

  async function runOwnScript(script: ScriptImplementation, call: ToolCall): Promise<ToolOutcome> {
    const { language, source } = script
    const calls = networkOf(script, call)
    const ended = await runScript(sandboxes, {
      language,
      source: bodyOfScript(language, source),
      state: call.arguments,
      calls,
      scope: call.scope,
      timeoutMs: call.timeoutMs,
      signal: call.signal,
    })
    if (ended.failure)
      return {
        successful: false,
        ...ended.failure,
        ...(ended.stderr ? { data: { stderr: ended.stderr } } : {}),
      }
    return { successful: true, data: ended.value }
  }

  /** `fetch` of a script: requests to the hosts of its account are signed out here, so that it never sees a secret. */
  function networkOf({ allowedHosts }: ScriptImplementation, { credentials, toolkit }: ToolCall): HostCalls {
    const accountHosts = credentials ? hostsOf(credentials) : []
    if (allowedHosts.length === 0 && accountHosts.length === 0) return {}
    const plain = createFetchCall({ outbound, allowedHosts })
    return {
      async fetch(args, body, signal) {
        const { url, headers } = (args ?? {}) as { url?: unknown; headers?: unknown }
        const host = typeof url === 'string' ? URL.parse(url)?.hostname : undefined
        if (!credentials || host === undefined || !isHostListed(host, accountHosts))
          return plain(args, body, signal)
        refusePlain(url as string, toolkit.baseUrl)
        const signed = toolkits.sign(
          { url: literalUrl(url as string), headers: readableHeaders(headers) },
          credentials,
        )
        const signedFetch = createFetchCall({ outbound, allowedHosts: signed.allowedHosts })
        const response = await signedFetch(
          { ...(args as object), url: signed.url, headers: signed.headers },
          body,
          signal,
        )
        return withoutSecrets(response, secretsOf(credentials), url as string)
      },
    }
  }

  const hostsOf = (credentials: Credentials): string[] =>
    credentials.allowedHosts.flatMap((host) => {
      try {
        return [
          new URL(
            toolkits.fillAddress(`https://${host.replace(/^\*\./, 'wildcard.')}/`, credentials.values),
          ).hostname.replace(/^wildcard\./, '*.'),
        ]
      } catch {
        return []
      }
    })

  const runSteps = createBrowserRunner({ browsers, hostsOf })

  return {
    requestOf,
    run: (implementation: Implementation, call: ToolCall): Promise<ToolOutcome> =>
      implementation.kind === 'http'
        ? send(implementation, call)
        : implementation.kind === 'browser'
          ? runSteps(implementation, call)
          : runOwnScript(implementation, call),
  }
}

export type CustomRunner = ReturnType<typeof createCustomRunner>

/** What the service may echo is searched for secrets, so it must come in a form that can be read here. */
function readableHeaders(headers: unknown): Record<string, string> {
  const texts = Object.entries((headers ?? {}) as object).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return Object.fromEntries(texts.filter(([name]) => name.toLowerCase() !== 'accept-encoding'))
}

/** A response as a script gets it. Its URL may contain a key in the query, and services echo what they are sent. */
function withoutSecrets(response: HostResult, secrets: readonly string[], url: string): HostResult {
  const { headers, ...rest } = response.value as { headers: Record<string, string> }
  if (headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity')
    throw new AppError('upstream_error', 'The service used an unsupported content encoding', {
      hint: 'Request an uncompressed response.',
    })
  const hide = createRedactor(secrets)
  const value = { ...rest, url, headers: hide(headers) }
  return { value, body: response.body ? createByteRedactor(secrets)(response.body) : null }
}
