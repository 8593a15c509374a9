import { Session } from 'node:inspector/promises'

/**
 * Collects what loading the product left behind. V8 collects when it needs room, which an idle server does not: it would
 * keep some 50 MB of source text and syntax trees that nothing refers to.
 */
export async function collectStartupGarbage(): Promise<void> {
  const session = new Session()
  session.connect()
  await session.post('HeapProfiler.collectGarbage')
  session.disconnect()
}
