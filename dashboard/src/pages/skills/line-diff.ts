export type DiffLine = { kind: 'same' | 'added' | 'removed'; text: string }

// A table of this many cells takes some ten milliseconds.
const maxCells = 1_000_000
const contextLines = 3

/** The lines of two texts, as few of them changed as possible; what is far from every change is left out (null). */
export function lineDiff(before: string, after: string): (DiffLine | null)[] {
  const [was, now] = [linesOf(before), linesOf(after)]
  const isSame = (i: number, j: number) => was[i] === now[j]
  let start = 0
  while (start < was.length && start < now.length && isSame(start, start)) start++
  let end = 0
  while (
    end < was.length - start &&
    end < now.length - start &&
    isSame(was.length - 1 - end, now.length - 1 - end)
  )
    end++
  const middle = changedPart(was.slice(start, was.length - end), now.slice(start, now.length - end))
  const same = (text: string): DiffLine => ({ kind: 'same', text })
  return near([...was.slice(0, start).map(same), ...middle, ...was.slice(was.length - end).map(same)])
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/))

/** By the longest common subsequence; where that would take too long, all of one text for all of the other. */
function changedPart(was: readonly string[], now: readonly string[]): DiffLine[] {
  const removed = was.map((text): DiffLine => ({ kind: 'removed', text }))
  const added = now.map((text): DiffLine => ({ kind: 'added', text }))
  if (was.length * now.length > maxCells) return [...removed, ...added]
  const width = now.length + 1
  const lengths = new Uint32Array((was.length + 1) * width)
  for (let i = was.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        was[i] === now[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!)
  const lines: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < was.length || j < now.length) {
    if (i < was.length && j < now.length && was[i] === now[j]) {
      lines.push({ kind: 'same', text: was[i]! })
      i++
      j++
    } else if (
      j >= now.length ||
      (i < was.length && lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!)
    )
      lines.push(removed[i++]!)
    else lines.push(added[j++]!)
  }
  return lines
}

function near(lines: readonly DiffLine[]): (DiffLine | null)[] {
  const isShown = new Array<boolean>(lines.length).fill(false)
  for (const [at, { kind }] of lines.entries())
    if (kind !== 'same')
      isShown.fill(true, Math.max(0, at - contextLines), Math.min(lines.length, at + contextLines + 1))
  const shown: (DiffLine | null)[] = []
  for (const [at, line] of lines.entries()) {
    if (isShown[at]) shown.push(line)
    else if (shown.at(-1) !== null) shown.push(null)
  }
  return shown
}
