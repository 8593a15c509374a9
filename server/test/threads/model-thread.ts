import type { Position } from '../../src/areas/threads/index.ts'
import type { EntryKind } from '../../src/areas/threads/schema/message.ts'

export type ModelEntry = Position & { id: string; kind: EntryKind; messageId: string; text: string }
export type Seen = { messageId: string; text: string }

type Branch = { parent: Position | null; entries: ModelEntry[] }

/** A thread as simple as it can be: every read goes through all entries from the first one on. */
export class ModelThread {
  readonly branches: Branch[] = [{ parent: null, entries: [] }]
  head: Position = { branch: 0, place: 0 }

  append(kind: EntryKind, messageId: string, text: string): ModelEntry {
    const place = this.head.place + 1
    const entry = { branch: this.head.branch, place, id: '', kind, messageId, text }
    this.branches[this.head.branch]!.entries.push(entry)
    this.head = { branch: this.head.branch, place }
    return entry
  }

  lastPlace(branch: number): number {
    const { entries, parent } = this.branches[branch]!
    return entries.at(-1)?.place ?? parent?.place ?? 0
  }

  fork(at: Position): void {
    if (at.branch === this.head.branch && at.place === this.head.place) return
    if (this.lastPlace(at.branch) === at.place) this.head = { branch: at.branch, place: at.place }
    else {
      this.branches.push({ parent: { branch: at.branch, place: at.place }, entries: [] })
      this.head = { branch: this.branches.length - 1, place: at.place }
    }
  }

  rollBack(to: Position): void {
    const own = this.branches[to.branch]!
    own.entries = own.entries.filter(({ place }) => place <= to.place)
    this.head = to
  }

  path({ branch, place }: Position): ModelEntry[] {
    const { parent, entries } = this.branches[branch]!
    const before = parent ? this.path({ ...parent, place: Math.min(parent.place, place) }) : []
    return [...before, ...entries.filter((entry) => entry.place <= place)]
  }

  all(): ModelEntry[] {
    return this.branches.flatMap(({ entries }) => entries)
  }

  seen(at: Position): Seen[] {
    return this.path(at).reduce<Seen[]>(
      (seen, entry) => (entry.kind === 'summary' ? seen : changed(seen, entry)),
      [],
    )
  }

  /** What a model is given: a summary in place of everything up to the message that it covers. */
  forModel(at: Position): Seen[] {
    return this.path(at).reduce<Seen[]>((seen, entry) => {
      if (entry.kind !== 'summary') return changed(seen, entry)
      const covered = seen.findIndex(({ messageId }) => `summary:${messageId}` === entry.messageId)
      return covered < 0 ? seen : [entry, ...seen.slice(covered + 1)]
    }, [])
  }

  /** Where a message that is seen was added. */
  placeOf(messageId: string): ModelEntry | null {
    let found: ModelEntry | null = null
    for (const entry of this.path(this.head))
      if (entry.messageId === messageId && entry.kind !== 'summary')
        found = entry.kind === 'remove' ? null : (found ?? entry)
    return found
  }
}

function changed(seen: readonly Seen[], entry: ModelEntry): Seen[] {
  const isSame = ({ messageId }: Seen) => messageId === entry.messageId
  if (entry.kind === 'remove') return seen.filter((each) => !isSame(each))
  return seen.some(isSame) ? seen.map((each) => (isSame(each) ? entry : each)) : [...seen, entry]
}
