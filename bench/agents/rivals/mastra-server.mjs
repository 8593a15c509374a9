import { createServer } from 'node:http'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { Agent } from '@mastra/core/agent'
import { Mastra } from '@mastra/core/mastra'
import { createTool } from '@mastra/core/tools'
import { Memory } from '@mastra/memory'
import { PostgresStore } from '@mastra/pg'
import { z } from 'zod'

const changeCase = createTool({
  id: 'text_change_case',
  description: 'Changes the case of a text.',
  inputSchema: z.object({ text: z.string(), to: z.enum(['upper', 'lower']) }),
  execute: async ({ text }) => ({ text: text.toUpperCase() }),
})

async function open({ database: { host, user, password = '', database }, modelUrl }) {
  const connectionString = `postgresql://${user}:${password}@localhost/${database}?host=${encodeURIComponent(host)}`
  const storage = new PostgresStore({ id: 'bench', connectionString, max: 10 })
  const model = createOpenAICompatible({ name: 'bench', apiKey: 'key', baseURL: modelUrl })('gpt-4o')
  const agent = new Agent({
    id: 'bench',
    name: 'bench',
    instructions: 'You help.',
    model,
    tools: { text_change_case: changeCase },
    memory: new Memory({ storage }),
  })
  new Mastra({ agents: { bench: agent }, storage, logger: false })
  await storage.init()
  /** Streams the chunks of a run, without a key, checks or a log: the agent, its memory and nothing else. */
  return createServer(async (request, response) => {
    const parts = []
    for await (const part of request) parts.push(part)
    const { threadId, message } = JSON.parse(Buffer.concat(parts).toString())
    try {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const stream = await agent.stream(message, {
        memory: { thread: threadId, resource: 'bench' },
        maxSteps: 5,
      })
      for await (const { type, payload } of stream.fullStream)
        response.write(`event: ${type}\ndata: ${JSON.stringify(payload ?? null)}\n\n`)
      response.end()
    } catch (error) {
      response.end(`event: error\ndata: ${JSON.stringify(String(error))}\n\n`)
    }
  })
}

process.on('message', async (settings) => {
  try {
    const server = await open(settings)
    // Connections stay open while others are measured.
    server.keepAliveTimeout = 0
    server.listen(0, '127.0.0.1', () => process.send({ url: `http://127.0.0.1:${server.address().port}` }))
  } catch (error) {
    process.send({ fault: String(error) })
  }
})
