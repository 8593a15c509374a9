import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Stoa } from '@stoa/sdk'

const chat = '/api/v1/ai/llm/chat'

/** An OpenAI-compatible server that echoes `/say` messages; `busy` is rejected. For custom providers. */
export async function startModelServer() {
  const server = createServer((request, response) => {
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.url?.endsWith('/models')) {
      json(200, { object: 'list', data: [{ id: 'small', object: 'model', owned_by: 'lab' }] })
      return
    }
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { model, stream } = JSON.parse(Buffer.concat(chunks).toString()) as {
        model: string
        stream?: boolean
      }
      if (model === 'busy') {
        json(429, { error: { message: 'slow down', type: 'rate_limit' } })
        return
      }
      const usage = { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 }
      const head = { id: 'chatcmpl-1', created: 1, model }
      if (!stream) {
        const message = { role: 'assistant', content: 'From the lab' }
        json(200, {
          ...head,
          object: 'chat.completion',
          choices: [{ index: 0, message, finish_reason: 'stop' }],
          usage,
        })
        return
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const send = (delta: object, finish: string | null, more = {}) =>
        response.write(
          `data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }], ...more })}\n\n`,
        )
      for (const word of ['From ', 'the ', 'lab']) send({ role: 'assistant', content: word }, null)
      send({}, 'stop', { usage })
      response.end('data: [DONE]\n\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** Calls that went well and calls that did not. */
export async function seedCalls(stoa: Stoa): Promise<void> {
  const say = (user: string, content: string, more = {}) =>
    stoa
      .as(user)
      .post(chat, { body: { model: 'local/demo', messages: [{ role: 'user', content }], ...more } })
  await stoa.patch('/api/v1/project', { body: { storePrompts: true } })
  await say('alice', '/say The order is on its way and arrives on Friday.')
  await say('carol', 'When does the ferry leave?', {
    systemPrompt: 'The ferry leaves at half past seven. The harbour opens at six.',
    metadata: { purpose: 'timetable' },
  })
  await say('alice', '/call weather {"city": "Lisbon"}', { tools: [{ name: 'weather' }], temperature: 0.2 })
  await say('eloise.m', '/fail').catch(() => undefined)
  await stoa.as('alice').post('/api/v1/ai/media/image', { body: { prompt: 'A lighthouse at dawn', n: 2 } })
  await stoa.as('carol').post('/api/v1/ai/media/tts', { body: { text: 'Your parcel arrives on Friday.' } })
}
