export type OutputPart = { stream: 'stdout' | 'stderr'; text: string }

// The server keeps 64 KiB of each stream; a page that follows a chatty script need not keep more than is looked at.
const mostChars = 200_000

/** What was printed before and what comes now, as few parts as there are changes of the stream. */
export function withOutput(parts: readonly OutputPart[], next: OutputPart): OutputPart[] {
  const last = parts.at(-1)
  const joined =
    last?.stream === next.stream
      ? [...parts.slice(0, -1), { stream: last.stream, text: last.text + next.text }]
      : [...parts, next]
  let over = joined.reduce((sum, { text }) => sum + text.length, 0) - mostChars
  return joined.flatMap((part) => {
    if (over <= 0) return [part]
    const cut = Math.min(over, part.text.length)
    over -= cut
    return cut === part.text.length ? [] : [{ ...part, text: part.text.slice(cut) }]
  })
}

/** What is kept of an execution: the order between the streams is not. */
export const outputOf = ({ stdout, stderr }: { stdout: string; stderr: string }): OutputPart[] => [
  ...(stdout === '' ? [] : [{ stream: 'stdout', text: stdout } as const]),
  ...(stderr === '' ? [] : [{ stream: 'stderr', text: stderr } as const]),
]
