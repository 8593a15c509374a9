import { type Environment, readEnvironment } from '../config.ts'
import type { Log } from '../kernel/log.ts'
import { awaitSignal } from './backup/interruption.ts'
import { type ParsedCommandLine, parseCommandLine } from './command-line.ts'
import { commands } from './commands.ts'
import { createCommandLog } from './output/command-log.ts'
import { reportText } from './output/report.ts'
import { sourceStack } from './output/source-stack.ts'
import { misspelledVariables, readSettings, readTolerantly } from './settings.ts'

const argv = process.argv.slice(2)
const isJson = argv.includes('--json')
const brokenOff = 130

// A process that reads our output may exit, such as `head`; a server must not end for it.
for (const channel of [process.stdout, process.stderr]) channel.on('error', () => undefined)

try {
  process.exitCode = await runCommand(parseCommandLine(argv, commands))
  // What was broken off may still be at work, and no one waits for it any more.
  if (process.exitCode === brokenOff) process.exit()
} catch (error) {
  process.exitCode = 1
  console.error(sourceStack(reportText(error, isJson)))
}

async function runCommand(order: ParsedCommandLine): Promise<number> {
  if (order.kind === 'print') {
    console.log(isJson ? JSON.stringify(order.text) : order.text)
    return 0
  }
  const { command, words, options } = order
  const env = readEnvironment()
  const { config, secrets } = command.toleratesFaults ? readTolerantly(env) : readSettings(env)
  const isServer = command.isServer === true
  const channel = isServer && !isJson ? process.stdout : process.stderr
  const log = createCommandLog({ config, secrets, channel, isServer })
  if (isServer) watchOver(log, env)
  const cleanup = new AsyncDisposableStack()
  const interrupted = awaitSignal()
  try {
    const say = (line: string) => {
      if (!isJson) console.log(line)
    }
    const context = { config, secrets, env, log, words, options, isJson, say, cleanup, interrupted }
    const running = command.run(context)
    const result = await (isServer ? running : Promise.race([running, interrupted]))
    if (typeof result === 'string') return brokenOff
    if (isJson && result.data !== undefined) console.log(JSON.stringify(result.data))
    return result.exitCode ?? 0
  } finally {
    await cleanup.disposeAsync()
  }
}

/** What a process that runs for months owes its log. */
function watchOver(log: Log, env: Environment): void {
  for (const { name, meant } of misspelledVariables(env)) {
    log.warn({ name, ...(meant === null ? {} : { didYouMean: meant }) }, 'unknown environment variable')
  }
  process.on('uncaughtException', (error) => {
    // The state behind a bug is unknown. The log line is free of secrets, which Node's own report would not be.
    error.stack = sourceStack(error.stack ?? error.message)
    log.fatal({ err: error }, 'ended by a bug')
    process.exit(1)
  })
}
