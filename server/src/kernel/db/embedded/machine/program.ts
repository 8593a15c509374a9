import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { explainSpawnFailure } from '../failures.ts'
import type { Account } from './account.ts'

/** Nothing of this process' environment is passed on: it holds secrets that PostgreSQL has no use for. */
export const programEnv = { TZ: 'UTC', LC_ALL: 'C', PATH: '/usr/local/bin:/usr/bin:/bin' }

/**
 * How a program of PostgreSQL gets its data directory: as its working directory. Under
 * another account the path may lead through directories closed to it, such as /root, but the working directory
 * is entered while still root, and PostgreSQL stays in it: through this link it finds its files all the same.
 */
export const dataArgument = (directory: string, account: Account | null): string =>
  account && process.platform === 'linux' ? '/proc/self/cwd' : directory

const retainedOutput = 64 * 1024

type ProgramResult = { code: number | null; output: string }

/** Runs a program until it exits and returns what it wrote to both channels. */
export async function runProgram(
  file: string,
  args: string[],
  {
    directory,
    account,
    onSpawn,
  }: { directory: string; account: Account | null; onSpawn?: (() => void) | undefined },
): Promise<ProgramResult> {
  try {
    const child = spawn(file, args, {
      cwd: directory,
      env: programEnv,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...account,
    })
    child.once('spawn', () => onSpawn?.())
    let output = ''
    const collect = (chunk: string) => {
      output = (output + chunk).slice(-retainedOutput)
    }
    child.stdout.setEncoding('utf8').on('data', collect)
    child.stderr.setEncoding('utf8').on('data', collect)
    const [code] = (await once(child, 'close')) as [number | null]
    return { code, output }
  } catch (error) {
    throw explainSpawnFailure(error, file)
  }
}
