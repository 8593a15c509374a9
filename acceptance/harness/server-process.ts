import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../server/bin/stoa.mjs', import.meta.url))

/** The first start of an embedded database copies and initialises it; on a loaded machine that takes a while. */
const startLimitMs = 240_000
/** Stopping is promised within ten seconds; a server that takes much longer hangs and is killed. */
const stopLimitMs = 60_000

export type Environment = Record<string, string>

/** The line that `start --json` prints when the server is up. */
type StartBlock = {
  version: string
  dashboard: string
  api: string
  docs: string
  dataDirectory: string
  apiKey: string | null
}

export type ServerProcess = {
  block: StartBlock
  baseUrl: string
  /** Every line the server printed so far. */
  lines: readonly string[]
  /** The exit code; null when it had to be killed. */
  stop(): Promise<number | null>
}

/**
 * Starts the product as an operator would. Nothing of the developer's own settings gets in: neither variables nor a
 * `.env` file, which the product reads from the directory it is started in.
 */
export async function startServer(dataDir: string, env: Environment): Promise<ServerProcess> {
  const child = launch(['start', '--no-supervise'], dataDir, env)
  const end = () => child.kill('SIGTERM')
  process.once('exit', end)
  // Not `exit`: what was printed last may still be on its way then.
  const closed = once(child, 'close').then(([code]) => {
    process.off('exit', end)
    return code as number | null
  })
  const lines: string[] = []
  const block = await new Promise<StartBlock>((resolve, reject) => {
    const refuse = (why: string) => reject(new Error(`the server ${why}\n${lines.slice(-20).join('\n')}`))
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      refuse(`was not up after ${startLimitMs} ms`)
    }, startLimitMs)
    // Both pipes are read to the end, or they would fill up and the server would wait for us.
    for (const input of [child.stdout!, child.stderr!]) {
      createInterface({ input }).on('line', (line) => {
        lines.push(line)
        const found = startBlockIn(line)
        if (!found) return
        clearTimeout(timer)
        resolve(found)
      })
    }
    closed.then((code) => {
      clearTimeout(timer)
      refuse(`ended with ${code} instead of starting`)
    }, reject)
  })
  return {
    block,
    baseUrl: block.api.replace(/\/api\/v1$/, ''),
    lines,
    async stop() {
      child.kill('SIGTERM')
      const impatience = setTimeout(() => child.kill('SIGKILL'), stopLimitMs)
      const code = await closed
      clearTimeout(impatience)
      return code
    },
  }
}

/** The exit code, and what was printed besides the log. */
export type Ended = { code: number | null; lines: string[] }

/** Runs a command and waits for its exit; of `start` only one that is expected to fail exits. */
export async function runCommand(words: string[], dataDir: string, env: Environment): Promise<Ended> {
  const child = launch(words, dataDir, env)
  let printed = ''
  for (const pipe of [child.stdout!, child.stderr!]) {
    pipe.setEncoding('utf8').on('data', (chunk) => {
      printed += chunk
    })
  }
  const impatience = setTimeout(() => child.kill('SIGKILL'), startLimitMs)
  const [code] = (await once(child, 'close')) as [number | null]
  clearTimeout(impatience)
  return { code, lines: printed.split('\n').filter((line) => line !== '' && !line.startsWith('{"level":')) }
}

function launch(words: string[], dataDir: string, env: Environment): ChildProcess {
  const settings = /^(STOA_|AWS_|DATABASE_URL$|PORT$|HOST$|LOG_LEVEL$|NODE_OPTIONS$|NODE_TEST_CONTEXT$)/
  const inherited = Object.entries(process.env).filter(([name]) => !settings.test(name))
  return spawn(process.execPath, [program, ...words, '--json'], {
    cwd: dataDir,
    env: {
      ...Object.fromEntries(inherited),
      PORT: '0',
      STOA_DATA_DIR: dataDir,
      STOA_SANDBOX_WARM: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function startBlockIn(line: string): StartBlock | null {
  try {
    const value = JSON.parse(line) as Partial<StartBlock>
    return typeof value.api === 'string' && 'apiKey' in value ? (value as StartBlock) : null
  } catch {
    return null
  }
}
