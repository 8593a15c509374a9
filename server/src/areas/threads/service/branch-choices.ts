import type { PathSegment } from '../schema/thread.ts'

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

/** A path as far as it is known: its segments, the id of its last entry, and where messages were added. */
export type ForkedPath = {
  segments: readonly PathSegment[]
  lastId: string | null
  nextAdded(place: number): number | null
}

/**
 * Where the path of a reader could have continued otherwise, by the place of the message that comes next on it: every choice
 * there, oldest first. Places at which there is one way only are left out.
 */
export function choicesOn(
  { segments, lastId, nextAdded }: ForkedPath,
  branches: readonly BranchEnd[],
): ReadonlyMap<number, BranchChoice[]> {
  const choices = new Map<number, BranchChoice[]>()
  if (lastId === null) return choices
  const upto = uptoWithEntries(segments)
  const isForkedOnPath = ({ parentBranch, parentPlace }: BranchEnd) =>
    parentBranch !== null && parentPlace! <= (upto.get(parentBranch) ?? (parentBranch === 0 ? 0 : -1))
  for (const [place, forked] of Map.groupBy(branches.filter(isForkedOnPath), (each) => each.parentPlace!)) {
    const next = nextAdded(place)
    if (next === null) continue
    const parent = forked[0]!.parentBranch!
    const isOther = forked.some(({ branch }) => upto.has(branch))
    const found = [
      isOther ? newestOf(branches, parent, place) : lastId,
      ...forked.map(({ branch }) => (upto.has(branch) ? lastId : newestOf(branches, branch, -1))),
    ].filter((id) => id !== null)
    if (found.length < 2) continue
    const known = choices.get(next) ?? []
    const added = found.map((id) => ({ checkpointId: id, isCurrent: id === lastId }))
    choices.set(next, [...known.filter(({ isCurrent }) => !isCurrent), ...added])
  }
  return choices
}

/** The last place of each branch that has entries on a path: one has none where it begins where its parent ends. */
const uptoWithEntries = (segments: readonly PathSegment[]): ReadonlyMap<number, number> =>
  new Map(
    segments
      .filter(({ upto }, i) => upto > (segments[i + 1]?.upto ?? 0))
      .map(({ branch, upto }) => [branch, upto]),
  )

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
