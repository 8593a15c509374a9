import type { RawReply } from '../../../../kernel/http/endpoint.ts'
import type { EndedResponse } from '../../../workflows/index.ts'

/** The output of an execution, sent as its end node says. */
export function sentOutput(output: unknown, { status, headers, nodeId }: EndedResponse): RawReply {
  const { 'content-type': type, ...others } = headers
  const value = nodeId === null ? output : (output as Record<string, unknown>)[nodeId]
  const isText = typeof value === 'string'
  const hasBody = ![204, 205, 304].includes(status) && !('location' in headers && value === null)
  return {
    status,
    body: !hasBody ? '' : isText ? value : JSON.stringify(value ?? null),
    contentType: type ?? (isText ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8'),
    headers: { ...others, ...inert },
  }
}

// The workflow may have written a page, of texts that came from outside: it is shown with its styles and images, and neither
// runs a script nor counts as a page of this origin.
const inert = {
  'content-security-policy':
    "sandbox allow-popups; default-src 'none'; style-src 'unsafe-inline'; img-src https: data:; font-src https: data:; " +
    "form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
}
