import type { Outbound } from '../../../../kernel/net/outbound.ts'
import { readServiceResponse, serviceErrorCode } from '../../../../kernel/net/service-response.ts'
import {
  anything,
  type BuiltInCall,
  type BuiltInToolkit,
  choice,
  integer,
  record,
  result,
  shape,
  ToolFailure,
  text,
  tool,
} from '../tool.ts'

type RequestArgs = {
  url: string
  method: string
  query?: Record<string, unknown>
  headers?: Record<string, string>
  body?: unknown
  contentType: string
}

const address = text('The URL, http or https. Private and local addresses are refused.', {
  maxLength: 8000,
  minLength: 8,
})
const headers = record('Headers by name.', {
  additionalProperties: { type: 'string', maxLength: 8000 },
  maxProperties: 50,
})
const query = record('Parameters to add to the URL.')
const reply = {
  status: integer('The status of the response.'),
  headers: record('Some headers of the response.'),
  body: anything('JSON as a value, text as text, anything else as a file.'),
}

function addressOf(url: string, parameters: Record<string, unknown> = {}): URL | string {
  const parsed = URL.parse(url)
  if (!parsed) return url
  for (const [name, value] of Object.entries(parameters))
    for (const each of [value].flat())
      if (each !== null && each !== undefined)
        parsed.searchParams.append(name, typeof each === 'object' ? JSON.stringify(each) : String(each))
  return parsed
}

function contentOf(body: unknown, contentType: string): { body?: string; type?: string } {
  if (body === undefined || body === null) return {}
  switch (contentType) {
    case 'form':
      return {
        body: new URLSearchParams(
          Object.entries(body as object).map(([name, value]): [string, string] => [name, String(value)]),
        ).toString(),
        type: 'application/x-www-form-urlencoded',
      }
    case 'text':
      return {
        body: typeof body === 'string' ? body : JSON.stringify(body),
        type: 'text/plain; charset=utf-8',
      }
    default:
      return { body: JSON.stringify(body), type: 'application/json' }
  }
}

const visibleHeaders = [
  'content-type',
  'content-length',
  'last-modified',
  'etag',
  'location',
  'link',
  'retry-after',
]

export function createHttpToolkit({ outbound }: { outbound: Outbound }): BuiltInToolkit {
  async function send(args: RequestArgs, call: BuiltInCall) {
    const content = contentOf(args.body, args.contentType)
    const response = await outbound.request({
      url: addressOf(args.url, args.query),
      method: args.method,
      headers: { ...(content.type ? { 'content-type': content.type } : {}), ...args.headers },
      ...(content.body === undefined ? {} : { body: content.body }),
      timeoutMs: call.timeoutMs,
      signal: call.signal,
    })
    const visible = Object.fromEntries(
      visibleHeaders.flatMap((name) =>
        response.headers[name] === undefined ? [] : [[name, String(response.headers[name])]],
      ),
    )
    const outcome = await readServiceResponse(response, call.saveFile, { acceptsRedirects: true })
    if (outcome.successful) return { status: response.status, headers: visible, body: outcome.data }
    const detail = outcome.data === undefined ? '' : ` It said: ${JSON.stringify(outcome.data).slice(0, 500)}`
    throw new ToolFailure(outcome.errorCode, `${outcome.error}${detail}`, response.status)
  }
  const plain = { method: 'GET', contentType: 'json' }

  return {
    slug: 'http',
    name: 'HTTP',
    description:
      'Calls any public URL. For services with an account use their own toolkit, which keeps credentials out of arguments.',
    category: 'developer-tools-&-devops',
    tools: [
      tool<RequestArgs>({
        operation: 'request',
        name: 'Send a request',
        description:
          'Sends an HTTP request with any method to a public address and gives status and body. Use http_get for plain reads.',
        input: shape({
          url: address,
          method: choice('The method.', ['POST', 'PUT', 'PATCH', 'DELETE', 'GET', 'HEAD', 'OPTIONS'], 'POST'),
          'query?': query,
          'headers?': headers,
          'body?': anything('The body: a value for JSON, an object for a form, a text for text.'),
          'contentType?': choice('How the body is written.', ['json', 'form', 'text'], 'json'),
        }),
        output: result(reply),
        effect: 'write',
        isImportant: true,
        example: { arguments: { url: 'https://example.com/api', method: 'POST', body: { a: 1 } } },
        run: send,
      }),
      tool<{ url: string; query?: Record<string, unknown>; headers?: Record<string, string> }>({
        operation: 'get',
        name: 'Read a URL',
        description:
          'Reads a public URL with GET. JSON comes as a value, text and HTML as text, anything else as a file.',
        input: shape({ url: address, 'query?': query, 'headers?': headers }),
        output: result(reply),
        effect: 'read',
        isImportant: true,
        example: { arguments: { url: 'https://example.com/' } },
        run: (args, call) => send({ ...args, ...plain }, call),
      }),
      tool<{ url: string }>({
        operation: 'check',
        name: 'Check a URL',
        description:
          'Checks whether a public URL responds, with which status and after which redirects, without reading the content.',
        input: shape({ url: address }),
        output: result({
          status: integer('The status.'),
          url: text('The final URL.'),
          headers: record('Some headers.'),
        }),
        effect: 'read',
        example: { arguments: { url: 'https://example.com/' } },
        run: async ({ url }, call) => {
          const response = await outbound.request({
            url,
            method: 'HEAD',
            timeoutMs: call.timeoutMs,
            signal: call.signal,
          })
          response.discard()
          const visible = visibleHeaders.flatMap((name) =>
            response.headers[name] === undefined ? [] : [[name, String(response.headers[name])]],
          )
          return { status: response.status, url: response.url, headers: Object.fromEntries(visible) }
        },
      }),
      tool<{ url: string; name?: string; headers?: Record<string, string> }>({
        operation: 'download',
        name: 'Download a file',
        description: 'Downloads a public URL and stores it as a file of the acting user.',
        input: shape({
          url: address,
          'name?': text('The name of the file.', { maxLength: 200 }),
          'headers?': headers,
        }),
        output: result({
          fileId: text('The id of the file.'),
          sizeBytes: integer('Its size.'),
          mimeType: text('What it is.'),
        }),
        effect: 'write',
        example: { arguments: { url: 'https://example.com/logo.png' } },
        run: async ({ url, name, headers: extraHeaders }, call) => {
          const response = await outbound.request({
            url,
            ...(extraHeaders ? { headers: extraHeaders } : {}),
            timeoutMs: call.timeoutMs,
            signal: call.signal,
          })
          if (response.status >= 400) {
            response.discard()
            throw new ToolFailure(
              serviceErrorCode(response.status),
              `The server responded with status ${response.status}.`,
              response.status,
            )
          }
          const bytes = await response.bytes()
          const mimeType = String(response.headers['content-type'] ?? 'application/octet-stream').split(
            ';',
          )[0]!
          const fileName = name ?? (new URL(response.url).pathname.split('/').at(-1) || 'download')
          return {
            fileId: await call.saveFile({ name: fileName, mimeType, bytes }),
            sizeBytes: bytes.length,
            mimeType,
          }
        },
      }),
    ],
  }
}
