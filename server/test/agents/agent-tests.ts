import { beforeEach } from 'node:test'
import type { Caller, TestProject } from '../harness.ts'
import { newAgent } from './api.ts'
import { startScriptedApp } from './scripted-app.ts'
import { type ModelAnswer, type ModelRequest, obedient } from './scripted-model.ts'

/** What a test has to itself: its project, a user of it, and what the model says. */
type Current = { project: TestProject; caller: Caller; script(request: ModelRequest): ModelAnswer }

/** Has the model call a tool. */
export const order = (name: string, args: object) => `DO ${name} ${JSON.stringify(args)} END`

/** An app with a scripted model, in which every test has a new project. */
export async function startAgentTests() {
  const current = { script: obedient } as Current
  const { app, model } = await startScriptedApp((request) => current.script(request))
  beforeEach(async () => {
    current.project = await app.newProject()
    current.caller = current.project.member.as('ada')
    current.script = obedient
    model.requests.length = 0
  })
  const messagesOf = async (threadId: string) => {
    const thread = await app.app.threads.get(app.db, current.project.scope, threadId)
    return app.app.threads.entries.messages(app.db, thread)
  }
  const resultsOf = async ({ threadId }: { threadId: string }) =>
    (await messagesOf(threadId))
      .filter(({ role }) => role === 'tool')
      .map(({ content }) => JSON.parse(String(content)))
  return {
    app,
    model,
    current,
    messagesOf,
    /** What the tools gave in a thread, in their order. */
    resultsOf,
    resultOf: async (said: { threadId: string }) => (await resultsOf(said))[0],
    agentWith: (agent: object) =>
      newAgent(current.caller, { modelSettings: { model: 'openai/gpt-4o' }, ...agent }),
  }
}
