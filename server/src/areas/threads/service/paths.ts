import type { Entry } from '../schema/message.ts'
import type { Position } from '../schema/thread.ts'

type Branch = { branch: number; parentBranch: number | null; parentPlace: number | null }

/** The entries of a thread that lead to a position, oldest first, of all of its entries. */
export function pathIn(entries: readonly Entry[], branches: readonly Branch[], at: Position): Entry[] {
  const upto = new Map<number, number>()
  const parentOf = ({ branch, place }: Position): Position | null => {
    const { parentBranch = null, parentPlace } = branches.find((each) => each.branch === branch) ?? {}
    return parentBranch === null ? null : { branch: parentBranch, place: Math.min(parentPlace ?? 0, place) }
  }
  for (let here: Position | null = at; here; here = parentOf(here)) upto.set(here.branch, here.place)
  return entries
    .filter(({ branch, place }) => place <= (upto.get(branch) ?? -1))
    .sort((a, b) => a.place - b.place)
}
