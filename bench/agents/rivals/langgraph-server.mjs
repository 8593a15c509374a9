import { createServer } from 'node:http'
import { tool } from '@langchain/core/tools'
import { createReactAgent } from '@langchain/langgraph/prebuilt'
import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres'
import { ChatOpenAI } from '@langchain/openai'
import pg from 'pg'
import { z } from 'zod'

const changeCase = tool(({ text }) => JSON.stringify({ text: text.toUpperCase() }), {
  name: 'text_change_case',
  description: 'Changes the case of a text.',
  schema: z.object({ text: z.string(), to: z.enum(['upper', 'lower']) }),
})

async function open({ database, modelUrl }) {
  const checkpointer = new PostgresSaver(new pg.Pool({ ...database, max: 10 }))
  await checkpointer.setup()
  const llm = new ChatOpenAI({
    model: 'gpt-4o',
    apiKey: 'key',
    streamUsage: false,
    configuration: { baseURL: modelUrl },
  })
  const agent = createReactAgent({ llm, tools: [changeCase], checkpointer, prompt: 'You help.' })
  /** Streams the tokens of a run, without a key, checks or a log: the agent, its checkpoints and nothing else. */
  return createServer(async (request, response) => {
    const parts = []
    for await (const part of request) parts.push(part)
    const { threadId, message } = JSON.parse(Buffer.concat(parts).toString())
    try {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const input = { messages: [{ role: 'user', content: message }] }
      const config = { configurable: { thread_id: threadId }, streamMode: 'messages' }
      for await (const chunk of await agent.stream(input, config))
        response.write(`event: messages\ndata: ${JSON.stringify(chunk)}\n\n`)
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
