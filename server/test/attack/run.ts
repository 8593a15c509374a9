import { parseArgs } from 'node:util'
import { lineOf, playAttack } from './attack.ts'
import { startTarget } from './target.ts'

/**
 * Every attack on the availability of a server, played against a real process on loopback: no request may hold its event
 * loop, end it, break it with a 500 or fill its memory. `--only C01,B02` plays some of them.
 */
// The sizes that `npm run test:slow` plays; they are read when the list is loaded.
process.env.STOA_TEST_SLOW ??= '1'
const { allAttacks } = await import('./list/index.ts')

const { values } = parseArgs({ options: { only: { type: 'string' } } })
const chosen = values.only?.split(',')
const say = (line: string) => void process.stdout.write(`${line}\n`)

const cleanUps: (() => unknown)[] = []
const context = { after: (act: () => unknown) => void cleanUps.unshift(act) } as Parameters<
  typeof startTarget
>[0]
let breached = 0
try {
  let target = await startTarget(context)
  for (const attack of allAttacks.filter(({ id }) => chosen?.includes(id) ?? true)) {
    const verdict = await playAttack(target, attack)
    if (verdict.breaches.length > 0) breached++
    say(lineOf(verdict))
    if (!(await target.isAlive())) target = await startTarget(context)
  }
  await target.stop()
} finally {
  for (const act of cleanUps) await act()
}
say(breached === 0 ? 'All attacks were held.' : `${breached} attacks breached the server.`)
process.exitCode = breached === 0 ? 0 : 1
