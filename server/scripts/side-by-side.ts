import { spawn } from 'node:child_process'

/**
 * Runs npm scripts in lines beside one another: `side-by-side.ts a b,c` runs `a`, and meanwhile `b` and then `c`. What a
 * script printed is shown when it has ended, so that no two mix. The first failure of a line ends that line.
 */
async function runScript(name: string): Promise<boolean> {
  const child = spawn('npm', ['run', '--silent', name], { stdio: ['ignore', 'pipe', 'pipe'] })
  const printed: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => printed.push(chunk))
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  process.stdout.write(Buffer.concat(printed))
  return code === 0
}

async function runLine(names: readonly string[]): Promise<boolean> {
  for (const name of names) if (!(await runScript(name))) return false
  return true
}

const lines = process.argv.slice(2).map((line) => line.split(','))
const ended = await Promise.all(lines.map(runLine))
process.exitCode = ended.every(Boolean) ? 0 : 1
