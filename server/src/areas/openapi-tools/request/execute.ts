import { AppError } from '../../../kernel/errors.ts'
import type { Outbound } from '../../../kernel/net/outbound.ts'
import { readServiceResponse } from '../../../kernel/net/service-response.ts'
import type {
  Credentials,
  DryRunRequest,
  ToolCall,
  ToolErrorCode,
  Toolkits,
  ToolOutcome,
} from '../../toolkits/index.ts'
import type { CallPlan } from '../document/open-document.ts'
import { ArgumentFault, buildRequest, type InputFile, type OpenFile } from './build-request.ts'

/** How credentials and the fields of an account get onto a request. */
export type Signing = Pick<Toolkits, 'sign' | 'fillAddress' | 'fillHost'>

export type ExecutorDeps = {
  readonly outbound: Pick<Outbound, 'request'>
  readonly signing: Signing
  readonly maxResponseBytes?: number
}

const defaultMaxResponseBytes = 10 * 1024 * 1024

/** Calls an operation. Whatever the service does is an outcome; only what is broken on our side is thrown. */
export function createOperationExecutor({
  outbound,
  signing,
  maxResponseBytes = defaultMaxResponseBytes,
}: ExecutorDeps) {
  return async (plan: CallPlan, call: ToolCall): Promise<ToolOutcome> => {
    try {
      const { request, signed } = await prepared(signing, plan, call)
      const response = await outbound.request({
        method: request.method,
        url: signed.url,
        headers: signed.headers,
        ...(request.body === null ? {} : { body: request.body }),
        allowedHosts: signed.allowedHosts,
        secrets: signed.secrets,
        timeoutMs: call.timeoutMs,
        idleTimeoutMs: call.timeoutMs,
        maxBytes: maxResponseBytes,
        signal: call.signal,
      })
      return await readServiceResponse(response, call.saveFile)
    } catch (error) {
      call.signal.throwIfAborted()
      return refusalFrom(error)
    }
  }
}

async function prepared(signing: Signing, described: CallPlan, call: ToolCall) {
  const plan =
    call.baseUrl === undefined ? described : { ...described, server: { url: call.baseUrl, fields: [] } }
  const request = await buildRequest(plan, call.arguments, fileOpener(call), call.idempotencyKey)
  return { request, signed: addressed(signing, plan, request, call.credentials) }
}

/** The request that would be made. Bytes are shown by their count. */
export async function dryRunOperation(
  signing: Signing,
  plan: CallPlan,
  call: ToolCall,
): Promise<DryRunRequest> {
  try {
    const { request, signed } = await prepared(signing, plan, call)
    const { body } = request
    return {
      method: request.method,
      url: signed.url,
      headers: signed.headers,
      body: Buffer.isBuffer(body) ? `${body.length} bytes` : body,
    }
  } catch (error) {
    if (error instanceof ArgumentFault) throw new AppError('tool_arguments_invalid', error.message)
    throw error
  }
}

export type OperationExecutor = ReturnType<typeof createOperationExecutor>

/** The URL filled in and the credentials in place; also without an account a call stays at the hosts of its API. */
function addressed(
  signing: Signing,
  plan: CallPlan,
  request: { url: string; headers: Record<string, string> },
  account: Credentials | null,
) {
  const defaults = Object.fromEntries(
    plan.server.fields.flatMap(({ name, defaultValue }) =>
      defaultValue === undefined ? [] : [[name, defaultValue]],
    ),
  )
  const values = { ...defaults, ...withoutBlanks(account?.values ?? {}) }
  // The arguments are encoded by now, so braces are left in the part of the server alone.
  if (account) return signing.sign(request, { ...account, values })
  const allowedHosts = plan.allowedHosts.flatMap((host) => filledHost(signing, host, values))
  return {
    url: signing.fillAddress(request.url, values),
    headers: request.headers,
    allowedHosts,
    secrets: [],
  }
}

const withoutBlanks = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== ''))

/** A host of another part of the API may need a field that this call does without. */
function filledHost(signing: Signing, host: string, values: Readonly<Record<string, unknown>>): string[] {
  try {
    return [signing.fillHost(host, values)]
  } catch (error) {
    if (error instanceof AppError) return []
    throw error
  }
}

const dataAddress = /^data:([\w.+-]+\/[\w.+-]+)?(?:;[\w=.-]+)*?(;base64)?,(.*)$/s

function fileOpener(call: ToolCall): OpenFile {
  return async (reference): Promise<InputFile> => {
    const inline = dataAddress.exec(reference)
    if (inline) {
      const [, mimeType = 'application/octet-stream', isBase64, content = ''] = inline
      const bytes = isBase64 ? Buffer.from(content, 'base64') : Buffer.from(decodeURIComponent(content))
      return { name: 'file', mimeType, bytes }
    }
    const file = await call.openFile?.(reference)
    if (!file) throw new ArgumentFault('There is no file with the id that was given.')
    return file
  }
}

const codes: Partial<Record<AppError['code'], ToolErrorCode>> = {
  address_not_allowed: 'host_not_allowed',
  invalid_parameter: 'arguments_invalid',
  file_not_found: 'arguments_invalid',
  upstream_error: 'upstream_unreachable',
  upstream_timeout: 'timeout',
  upstream_too_large: 'output_too_large',
  storage_quota_exceeded: 'output_too_large',
  file_too_large: 'output_too_large',
}

function refusalFrom(error: unknown): ToolOutcome {
  if (error instanceof ArgumentFault || error instanceof URIError)
    return { successful: false, errorCode: 'arguments_invalid', error: error.message }
  const errorCode = error instanceof AppError ? codes[error.code] : undefined
  if (errorCode === undefined) throw error
  return { successful: false, errorCode, error: (error as AppError).message }
}
