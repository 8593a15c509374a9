import { spawn } from 'node:child_process'

/**
 * Runs npm scripts in lines beside one another: `side-by-side.ts a b,c` runs `a`, and meanwhile `b` and then `c`. A script
 * that fails ends no other. What a script printed is shown when it has ended, so that no two mix; of those that failed
 * when all have ended, so that it is not above thousands of lines of others. The last lines say how long each took.
 */
type Outcome = { name: string; isGreen: boolean; seconds: number; printed: Buffer }

async function runScript(name: string): Promise<Outcome> {
  const begin = performance.now()
  const child = spawn('npm', ['run', '--silent', name], { stdio: ['ignore', 'pipe', 'pipe'] })
  const printed: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => printed.push(chunk))
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  const seconds = (performance.now() - begin) / 1000
  return { name, isGreen: code === 0, seconds, printed: Buffer.concat(printed) }
}

async function runLine(names: readonly string[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const name of names) {
    const outcome = await runScript(name)
    outcomes.push(outcome)
    if (outcome.isGreen) process.stdout.write(outcome.printed)
    else console.log(`${name} failed; what it printed follows at the end.`)
  }
  return outcomes
}

const begin = performance.now()
const lines = process.argv.slice(2).map((line) => line.split(','))
const outcomes = (await Promise.all(lines.map(runLine))).flat()
const failed = outcomes.filter(({ isGreen }) => !isGreen)
for (const { name, printed } of failed) {
  console.log(`\n${name}:`)
  process.stdout.write(printed)
}
console.log()
for (const { name, isGreen, seconds } of outcomes)
  console.log(`${isGreen ? '✔' : '✖'} ${name.padEnd(18)} ${seconds.toFixed(1).padStart(7)} s`)
console.log(`  ${'all'.padEnd(18)} ${((performance.now() - begin) / 1000).toFixed(1).padStart(7)} s`)
process.exitCode = failed.length === 0 ? 0 : 1
