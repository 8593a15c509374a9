import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isMainThread } from 'node:worker_threads'
import { createLoopWatch } from './loop-watch.ts'

/**
 * Loaded into a server before its own code. It reports on a separate port how long the loop was blocked and how much
 * memory the process has; the port number is in the file that the variable names.
 */
const file = process.env.STOA_TEST_LOOP_WATCH
// The launcher becomes another process, with this flag, which is the server.
const isServer = process.argv.includes('start') && process.execArgv.some((each) => /semi-space/.test(each))
if (file !== undefined && isMainThread && isServer) {
  // What the server starts is not watched.
  delete process.env.NODE_OPTIONS
  const watch = createLoopWatch()
  const server = createServer((_request, response) => {
    response.end(JSON.stringify({ maxMs: watch.take(), residentBytes: process.memoryUsage.rss() }))
  })
  server.listen(0, '127.0.0.1', () => writeFileSync(file, String((server.address() as AddressInfo).port)))
  server.unref()
}
