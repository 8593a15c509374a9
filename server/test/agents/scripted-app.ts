import { after } from 'node:test'
import { startTestApp, type TestAppOptions } from '../harness.ts'
import { startScriptedModel } from './scripted-model.ts'

/** The product with its runs at work and a model that answers as the test file says; stopped when the file has ended. */
export async function startScriptedApp(
  answer: Parameters<typeof startScriptedModel>[0],
  options: TestAppOptions = {},
) {
  const model = await startScriptedModel(answer)
  const app = await startTestApp({ ...options, llm: model.llm })
  app.app.runs.start()
  after(async () => {
    await app.app.runs.stop(0)
    await app.stop()
    await model.stop()
  })
  return { app, model }
}
