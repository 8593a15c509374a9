export type OutputPart = { stream: 'stdout' | 'stderr'; text: string }

// The server stores 64 KiB of each stream; the page needs no more than is visible.
const charLimit = 200_000

/** What was printed before and what comes now, as few parts as there are changes of the stream. */
export function withOutput(parts: readonly OutputPart[], next: OutputPart): OutputPart[] {
  const last = parts.at(-1)
  const joined =
    last?.stream === next.stream
      ? [...parts.slice(0, -1), { stream: last.stream, text: last.text + next.text }]
      : [...parts, next]
  let over = joined.reduce((sum, { text }) => sum + text.length, 0) - charLimit
  return joined.flatMap((part) => {
    if (over <= 0) return [part]
    const cut = Math.min(over, part.text.length)
    over -= cut
    return cut === part.text.length ? [] : [{ ...part, text: part.text.slice(cut) }]
  })
}

/** The stored output of an execution: the order between the streams is not stored. */
export const outputOf = ({ stdout, stderr }: { stdout: string; stderr: string }): OutputPart[] => [
  ...(stdout === '' ? [] : [{ stream: 'stdout', text: stdout } as const]),
  ...(stderr === '' ? [] : [{ stream: 'stderr', text: stderr } as const]),
]
