import { startTestApp, type TestApp, type TestAppOptions } from '../../../test/harness.ts'

/** The product with runs and events at work, which is what triggers need. */
export async function startTriggerApp(options: TestAppOptions = {}): Promise<TestApp> {
  const app = await startTestApp({ hasPieces: false, ...options })
  app.app.runs.start()
  app.app.events.start()
  return app
}

export async function stopTriggerApp({ app, stop }: TestApp): Promise<void> {
  await app.events.stop()
  await app.runs.stop(0)
  await stop()
}
