import { readdirSync, readFileSync } from 'node:fs'

export type ProcessFacts = { pid: number; parent: number; state: string; name: string }

/** Every process of the machine, as the kernel lists them. */
export function allProcesses(): ProcessFacts[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        // The name is in brackets and may contain anything.
        const nameEnd = stat.lastIndexOf(')')
        const [state, parent] = stat.slice(nameEnd + 2).split(' ')
        return [
          {
            pid: Number(name),
            parent: Number(parent),
            state: state!,
            name: stat.slice(stat.indexOf('(') + 1, nameEnd),
          },
        ]
      } catch {
        return []
      }
    })
}

/** Children, and theirs; zombies are among them. */
export function descendantsOf(pid: number): ProcessFacts[] {
  const all = allProcesses()
  const found: ProcessFacts[] = []
  const search = (parent: number) => {
    for (const each of all.filter((one) => one.parent === parent)) {
      found.push(each)
      search(each.pid)
    }
  }
  search(pid)
  return found
}

export const isAlive = (pid: number): boolean =>
  allProcesses().some((each) => each.pid === pid && each.state !== 'Z')
