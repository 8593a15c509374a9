import { randomUUID } from 'node:crypto'
import { after } from 'node:test'
import { newAgent } from '../agents/api.ts'
import { startTestApp } from '../harness.ts'
import { until } from '../until.ts'
import { langGraphClient, threadsBase } from './api.ts'

/** What a user says, as the body of a run. */
export const ask = (text: string, id: string = randomUUID()) => ({
  input: { messages: [{ id, type: 'human', content: text }] },
})
export const slow = '/slow 300 /say a b c d e f g h i j k l'
export const upper = '/call text_change_case {"text":"ada","to":"upper"}'

/** An agent that asks before it uses its tool. */
export const sensitive = {
  tools: { pinnedSlugs: ['text_change_case'] },
  capabilities: { humanApproval: { enabled: true, sensitiveToolNames: ['text_change_case'] } },
}

export type Said = { type: string; content: string; id: string }
export const contents = ({ messages }: { messages: Said[] }) => messages.map(({ content }) => content)

/** An app that executes runs, with a project, an agent and LangGraph's official client. It stops with the test file. */
export async function startChatApp() {
  const app = await startTestApp({ hasPieces: false })
  app.app.runs.start()
  after(async () => {
    await app.app.runs.stop(0)
    await app.stop()
  })
  const project = await app.newProject()
  const { admin } = project
  const origin = await app.listen()
  const agent = await newAgent(admin, { tools: { pinnedSlugs: ['text_change_case'] } })
  const runOf = async (threadId: string, runId: string) =>
    (await admin.get(`${threadsBase}/${threadId}/runs/${runId}`)).body.data
  return {
    app,
    project,
    origin,
    agent,
    client: langGraphClient(origin, project.adminKey),
    runOf,
    threadOf: async (id: string) => (await admin.get(`${threadsBase}/${id}`)).body.data,
    async start(threadId: string, text: string, more: object = {}) {
      const { status, body } = await admin.post(`${threadsBase}/${threadId}/runs`, { ...ask(text), ...more })
      return { status, run: body.data, body }
    },
    untilRun: (threadId: string, runId: string, ...statuses: string[]) =>
      until(async () => {
        const run = await runOf(threadId, runId)
        return statuses.includes(run.status) && run
      }),
  }
}
