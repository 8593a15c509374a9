import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const Crash = z.object({ at: z.iso.datetime(), cause: z.string() })
type Crash = z.infer<typeof Crash>

const maxCrashes = 50
const fileIn = (dataDir: string): string => join(dataDir, 'crashes.json')

/** The crashes of servers on this data directory, oldest first; none where the file is missing or cannot be understood. */
export async function readCrashes(dataDir: string): Promise<Crash[]> {
  try {
    return z.array(Crash).parse(JSON.parse(await readFile(fileIn(dataDir), 'utf8')))
  } catch {
    return []
  }
}

export async function recordCrash(dataDir: string, crash: Crash): Promise<void> {
  const crashes = [...(await readCrashes(dataDir)), crash].slice(-maxCrashes)
  const draft = `${fileIn(dataDir)}.${process.pid}`
  await writeFile(draft, JSON.stringify(crashes), { mode: 0o600 })
  await rename(draft, fileIn(dataDir))
}
