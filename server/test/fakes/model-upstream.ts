import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ParsedJson } from '../parsed-json.ts'

export type UpstreamRequest = {
  path: string
  headers: IncomingHttpHeaders
  /** What is sent differs by API format. */
  body: ParsedJson
  /** Whether the client disconnected before the response was complete. */
  isAborted: boolean
}

export type Behaviour = (response: ServerResponse, request: UpstreamRequest) => void | Promise<void>

const frame = (data: unknown) => `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`

/** One chunk of OpenAI's Chat Completions format. */
export const chunk = (delta: object, finish: string | null = null, usage?: object) => ({
  id: 'c',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'served',
  choices: [{ index: 0, delta, finish_reason: finish }],
  ...(usage ? { usage } : {}),
})

export function sendFrames(response: ServerResponse, frames: unknown[], { isWhole = true } = {}): void {
  if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const each of frames) response.write(frame(each))
  if (isWhole) response.end(frame('[DONE]'))
}

export const usageOf = (prompt: number, completion: number, more: object = {}) => ({
  prompt_tokens: prompt,
  completion_tokens: completion,
  total_tokens: prompt + completion,
  ...more,
})

/** Returns the words, streamed or as a whole, as requested. */
export const saying =
  (words: string[], usage: object | null = usageOf(10, words.length)): Behaviour =>
  (response, { body }) => {
    if (body.stream) {
      const pieces = words.map((word) => chunk({ content: word }))
      sendFrames(response, [...pieces, chunk({}, 'stop', usage ?? undefined)])
      return
    }
    const message = { role: 'assistant', content: words.join('') }
    const whole = {
      id: 'c',
      object: 'chat.completion',
      created: 1,
      model: 'served',
      ...(usage ? { usage } : {}),
    }
    sendJson(response, 200, { ...whole, choices: [{ index: 0, message, finish_reason: 'stop' }] })
  }

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: object = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

export const failing =
  (status: number, message = 'no', headers: object = {}): Behaviour =>
  (response) =>
    sendJson(response, status, { error: { message, type: 'x', code: null, param: null } }, headers)

/** Uploads are no JSON. */
function bodyOf(text: string): ParsedJson {
  try {
    return JSON.parse(text)
  } catch {
    return { text }
  }
}

/** An OpenAI-compatible server on loopback; what it does depends on the requested model; `*` is all others. */
export async function startModelUpstream(behaviours: Record<string, Behaviour>) {
  const requests: UpstreamRequest[] = []
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const each of incoming) chunks.push(each as Buffer)
    const text = Buffer.concat(chunks).toString()
    const request = {
      path: incoming.url ?? '',
      headers: incoming.headers,
      body: text === '' ? null : bodyOf(text),
      isAborted: false,
    }
    response.once('close', () => {
      request.isAborted = !response.writableFinished
    })
    requests.push(request)
    const behave =
      behaviours[request.body?.model ?? request.path] ?? behaviours['*'] ?? failing(404, 'no such model')
    await behave(response, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    ofModel: (model: string) => requests.filter(({ body }) => body?.model === model),
    async stop(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
