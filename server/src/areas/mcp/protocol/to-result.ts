import { type CallToolResult, isCallToolResult } from '@modelcontextprotocol/server'
import type { AppError } from '../../../kernel/errors.ts'
import type { ExecutionResult } from '../../tools/index.ts'

/** What came of a call: what the client is given, and what is logged. */
export type CallEnd = {
  result: CallToolResult
  logId: string | null
  /** Null for a success. */
  error: string | null
  /** The call is in the log already. */
  isLogged?: true
  /** Where the end user connects a missing account. */
  connectUrl?: string | null
}

const textBlock = (text: string) => ({ type: 'text' as const, text })

const textOf = (data: unknown): string => (typeof data === 'string' ? data : JSON.stringify(data ?? null))

export const failure = (message: string, logId: string | null = null): CallEnd => ({
  result: { content: [textBlock(message)], isError: true },
  logId,
  error: message,
})

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const resultFields = new Set(['content', 'structuredContent', 'isError', '_meta'])

/** A tool of another MCP server, or a script, may return content of the protocol itself: images, audio, links. */
const isOwnContent = (data: unknown): data is CallToolResult =>
  isRecord(data) &&
  Array.isArray(data.content) &&
  Object.keys(data).every((field) => resultFields.has(field)) &&
  isCallToolResult(data)

export function success(data: unknown, logId: string | null): CallEnd {
  if (isOwnContent(data)) return { result: data, logId, error: data.isError ? 'The tool failed.' : null }
  return {
    result: { content: [textBlock(textOf(data))], ...(isRecord(data) ? { structuredContent: data } : {}) },
    logId,
    error: null,
  }
}

/** A client checks structured content against the schema of the tool, and fails where it does not match. */
export function toCallEnd(execution: ExecutionResult): CallEnd {
  const { successful, data, error, logId, warnings, truncated, fileId } = execution
  if (!successful) {
    const details = data === null || data === undefined ? '' : `\n${textOf(data)}`
    return failure(`${error ?? 'The tool failed.'}${details}`, logId)
  }
  if (truncated) return tooLarge(data, fileId, logId)
  if (warnings.length > 0) {
    const message = `The tool was executed, but its result does not match its schema: ${warnings[0]}`
    return { ...failure(`${message}\n${textOf(data)}`, logId), error: message }
  }
  return success(data, logId)
}

function tooLarge(data: unknown, fileId: string | null, logId: string | null): CallEnd {
  const message = 'The tool was executed, but its result is too large to be returned completely.'
  const link = fileId
    ? [{ type: 'resource_link' as const, uri: `stoa://files/${fileId}`, name: 'The complete result' }]
    : []
  return {
    result: { content: [textBlock(message), textBlock(textOf(data)), ...link], isError: true },
    logId,
    error: message,
  }
}

/** What a call was refused for, as the model reads it. */
export function refusalEnd({ message, extras: { hint, facts, details } }: AppError): CallEnd {
  const link = facts?.redirectUrl
  const faults = (details ?? []).slice(0, 5).map(({ path, message: fault }) => `${path} ${fault}`)
  const text = [
    message,
    ...faults,
    ...(typeof link === 'string' ? [`Connect it here: ${link}`] : hint ? [hint] : []),
  ]
  return { ...failure(text.join('\n')), error: message, connectUrl: typeof link === 'string' ? link : null }
}
