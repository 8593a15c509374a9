import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A model that responds immediately, in OpenAI's Chat Completions format, always streamed: to a user it responds with a
 * call of the only tool, to the result of that with as many words as the user has named.
 */
const head = { id: 'chatcmpl-1', created: 1, model: 'gpt-4o', object: 'chat.completion.chunk' }
const usage = { prompt_tokens: 20, completion_tokens: 20, total_tokens: 40 }

const chunk = (delta: object, finish: string | null = null, more: object = {}) =>
  `data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason: finish }], ...more })}\n\n`
const last = (finish: string) => `${chunk({}, finish, { usage })}data: [DONE]\n\n`

const toolCall = (name: string) =>
  chunk({
    role: 'assistant',
    content: null,
    tool_calls: [
      {
        index: 0,
        id: 'call_1',
        type: 'function',
        function: { name, arguments: '{"text":"ada","to":"upper"}' },
      },
    ],
  }) + last('tool_calls')
const first = chunk({ role: 'assistant', content: '' })
const word = chunk({ content: 'word ' })

type Body = { messages: { role: string; content: unknown }[]; tools?: { function: { name: string } }[] }

const server = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const { messages, tools = [] } = JSON.parse(Buffer.concat(parts).toString()) as Body
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    if (messages.at(-1)?.role !== 'tool') {
      response.end(toolCall(tools[0]!.function.name))
      return
    }
    const lastOfUser = messages.findLast(({ role }) => role === 'user')
    let left = Number(/words: (\d+)/.exec(JSON.stringify(lastOfUser?.content))?.[1] ?? 20)
    response.write(first)
    const say = () => {
      if (left-- === 0) response.end(last('stop'))
      else {
        response.write(word)
        setImmediate(say)
      }
    }
    say()
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }))
