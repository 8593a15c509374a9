import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A model that responds immediately in OpenAI's Chat Completions format: all other time is the gateway's. A stream has
 * as many chunks as a short response.
 */
const pieces = 20
const usage = { prompt_tokens: 20, completion_tokens: pieces, total_tokens: 20 + pieces }
const head = { id: 'chatcmpl-1', created: 1, model: 'gpt-4o' }

const whole = JSON.stringify({
  ...head,
  object: 'chat.completion',
  usage,
  choices: [
    { index: 0, message: { role: 'assistant', content: 'word '.repeat(pieces) }, finish_reason: 'stop' },
  ],
})

const chunk = (delta: object, finish: string | null = null, more: object = {}) =>
  `data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }], ...more })}\n\n`
const first = chunk({ role: 'assistant', content: '' })
const word = chunk({ content: 'word ' })
const last = `${chunk({}, 'stop', { usage })}data: [DONE]\n\n`

const server = createServer((request, response) => {
  const body: Buffer[] = []
  request.on('data', (part: Buffer) => body.push(part))
  request.on('end', () => {
    if (!Buffer.concat(body).includes('"stream":true')) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(whole)
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(first)
    let left = pieces
    const say = () => {
      if (left-- === 0) response.end(last)
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
