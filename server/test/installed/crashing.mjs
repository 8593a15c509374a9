// Loaded into a server by a test: on a signal it crashes in the way that a file says.
import { readFileSync } from 'node:fs'

process.on('SIGUSR2', () => {
  const how = readFileSync(process.env.STOA_TEST_CRASH, 'utf8')
  if (how === 'throw')
    setImmediate(() => {
      throw new Error('planted bug')
    })
  const held = []
  while (how === 'heap') held.push(Array.from({ length: 100_000 }, (_, i) => ({ i })))
})
