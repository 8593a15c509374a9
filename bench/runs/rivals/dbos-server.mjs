import { createServer } from 'node:http'
import { DBOS } from '@dbos-inc/dbos-sdk'
import { launchDbos } from './launch-dbos.mjs'

const add = (n, name) => DBOS.runStep(async () => ({ n: n + 1 }), { name })

const chain = DBOS.registerWorkflow(
  async (input, steps) => {
    let n = input.n
    for (let i = 0; i < steps; i++) n = (await add(n, `n${i}`)).n
    return { n }
  },
  { name: 'chain' },
)

const fanOut = DBOS.registerWorkflow(
  async (input) => Promise.all(input.list.map((item, i) => add(item, `n${i}`))),
  { name: 'fan-out' },
)

/** Executes and responds in one request, without a key, checks or a log: the workflow and nothing else. */
const server = createServer(async (request, response) => {
  const parts = []
  for await (const part of request) parts.push(part)
  const { input, steps } = JSON.parse(Buffer.concat(parts).toString())
  try {
    const outputData = steps === undefined ? await fanOut(input) : await chain(input, steps)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ data: { status: 'completed', outputData } }))
  } catch (error) {
    response.statusCode = 500
    response.end(JSON.stringify({ message: String(error) }))
  }
})

// Connections stay open while others are measured.
server.keepAliveTimeout = 0

process.on('message', async ({ database }) => {
  try {
    await launchDbos(database)
    server.listen(0, '127.0.0.1', () => process.send({ url: `http://127.0.0.1:${server.address().port}` }))
  } catch (error) {
    process.send({ fault: String(error) })
  }
})
