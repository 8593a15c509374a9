import { spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openDevServer } from './dev-server.ts'

/** `dev.ts [url]`: in front of the server at that URL, or of ours, which is started unless it runs already. */
const serverUrl = process.argv[2]
const target = serverUrl ?? 'http://127.0.0.1:4400'
const program = fileURLToPath(new URL('../../server/bin/stoa.mjs', import.meta.url))
const watched = fileURLToPath(new URL('../../server/src', import.meta.url))

const isUp = () =>
  fetch(`${target}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )

async function startOurs(): Promise<void> {
  const child = spawn(process.execPath, [`--watch-path=${watched}`, program, 'start', '--no-supervise'], {
    stdio: 'inherit',
  })
  // Ends with this process; a signal alone would leave it running.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit())
  process.once('exit', () => child.kill())
  child.once('exit', (code) => process.exit(code ?? 1))
  while (!(await isUp())) await pause(200)
}

if (!(await isUp())) {
  if (serverUrl !== undefined) {
    console.error(`No server is running at ${serverUrl}. Start it there, or omit the URL to start one.`)
    process.exit(1)
  }
  await startOurs()
}
const server = await openDevServer(target)
server.printUrls()
console.log('  The set-up link of the server opens here too: its path and token after this URL.\n')
