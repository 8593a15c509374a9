import { existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { until } from './until.ts'

/** A directory that the first test file to need it makes for all others of the run. */
export async function madeOnce(name: string, make: (directory: string) => Promise<void>): Promise<string> {
  const home = join(process.env.STOA_TEST_SHARED!, name)
  const finished = join(home, 'finished')
  const isFirst = await mkdir(home).then(
    () => true,
    () => false,
  )
  if (isFirst) {
    const unfinished = join(home, 'unfinished')
    await mkdir(unfinished)
    await make(unfinished)
    await rename(unfinished, finished)
  } else await until(() => existsSync(finished), `${name}, which another test file makes`, 120_000)
  return finished
}
