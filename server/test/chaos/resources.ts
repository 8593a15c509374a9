import { readdir, readFile } from 'node:fs/promises'

export type Resources = { descriptors: number; megabytes: number }

/** What a server holds at the moment. */
export async function resourcesOf(pid: number): Promise<Resources> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return {
    descriptors: (await readdir(`/proc/${pid}/fd`)).length,
    megabytes: Number(/^VmRSS:\s+(\d+) kB/m.exec(status)![1]) / 1024,
  }
}

/** Its children and theirs. */
export async function descendantsOf(pid: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const parents = new Map<number, number>()
  for (const each of pids) {
    const text = await readFile(`/proc/${each}/stat`, 'utf8').catch(() => '')
    if (text) parents.set(each, Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]))
  }
  const isBelow = (each: number): boolean => {
    for (let above = parents.get(each); above; above = parents.get(above)) if (above === pid) return true
    return false
  }
  return pids.filter(isBelow)
}

/** A process that has ended and was not waited for yet is over all the same. */
export async function isAlive(pid: number): Promise<boolean> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return text !== '' && !/\) [ZX] /.test(text)
}
