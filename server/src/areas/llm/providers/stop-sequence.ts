/** A provider says that it was one, though not which; the one that was requested it must be. */
const unnamed = 'stop_sequence'

/** Which of the requested sequences ended the text, as far as the provider reports it. */
export function stoppedBy(
  requested: readonly string[],
  { reported, reason }: { reported: unknown; reason: unknown },
): { stopSequence?: string } {
  const named = requested.find((each) => each === reported)
  const found = named ?? (reason === unnamed && requested.length === 1 ? requested[0] : undefined)
  return found === undefined ? {} : { stopSequence: found }
}
