import type { EntryOutline } from '../schema/message.ts'

/** A branch with its last place and the id of its last entry, which is null while it has none. */
export type BranchEnd = {
  branch: number
  parentBranch: number | null
  parentPlace: number | null
  lastPlace: number
  lastId: string | null
}

/** One of the ways in which a thread continues: the newest state that it leads to. */
export type BranchChoice = { checkpointId: string; isCurrent: boolean }

type Outline = Pick<EntryOutline, 'id' | 'branch' | 'place' | 'messageId'>

/**
 * Where the path of a reader could have continued otherwise, by the message that comes next on it: every choice there, oldest
 * first. Messages at which there is one way only are left out.
 */
export function choicesOn(
  path: readonly Outline[],
  branches: readonly BranchEnd[],
): ReadonlyMap<string, BranchChoice[]> {
  const upto = new Map<number, number>()
  for (const { branch, place } of path) upto.set(branch, place)
  const isForkedOnPath = ({ parentBranch, parentPlace }: BranchEnd) =>
    parentBranch !== null && parentPlace! <= (upto.get(parentBranch) ?? (parentBranch === 0 ? 0 : -1))
  const last = path.at(-1)
  const choices = new Map<string, BranchChoice[]>()
  for (const [place, forked] of Map.groupBy(branches.filter(isForkedOnPath), (each) => each.parentPlace!)) {
    const next = path.find((entry) => entry.place > place && isFirstOf(path, entry))
    if (!next?.messageId || !last) continue
    const parent = forked[0]!.parentBranch!
    const isOther = forked.some(({ branch }) => upto.has(branch))
    const found = [
      isOther ? newestOf(branches, parent, place) : last.id,
      ...forked.map(({ branch }) => (upto.has(branch) ? last.id : newestOf(branches, branch, -1))),
    ].filter((id) => id !== null)
    if (found.length < 2) continue
    const known = choices.get(next.messageId) ?? []
    const added = found.map((id) => ({ checkpointId: id, isCurrent: id === last.id }))
    choices.set(next.messageId, [...known.filter(({ isCurrent }) => !isCurrent), ...added])
  }
  return choices
}

/** A message that was changed later is where it was added. */
const isFirstOf = (path: readonly Outline[], { messageId, id }: Outline) =>
  path.find((entry) => entry.messageId === messageId)?.id === id

/** The newest state that begins with what a branch has behind a place; null where there is nothing. */
function newestOf(branches: readonly BranchEnd[], branch: number, place: number): string | null {
  const own = branches.find((each) => each.branch === branch)
  const children = branches.filter((each) => each.parentBranch === branch && each.parentPlace! > place)
  const ids = [
    own && own.lastPlace > place ? own.lastId : null,
    ...children.map((child) => newestOf(branches, child.branch, -1)),
  ].filter((id) => id !== null)
  // Ids grow with time.
  return ids.sort().at(-1) ?? null
}
