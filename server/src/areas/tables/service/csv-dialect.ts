const candidates = [',', ';', '\t', '|'] as const

// As Excel reads and writes it where a list is separated otherwise than by commas.
const separatorLine = /^\ufeff?sep=(.)(?:\r?\n|\r|$)/i

// Blank lines before the header are passed over when it is read.
const blankLines = /^\ufeff?[\r\n]+/
const wholeLine = /[^\r\n]\r?\n/

// A first line that is longer is refused when it is read.
const maxFirstLine = 64 * 1024

export type Dialect = { delimiter: string; text: AsyncIterable<string> }

/**
 * The delimiter of a CSV text and the text from its header on. Without a given one it is what a `sep=` line names, or
 * what occurs most often in the header outside quotes.
 */
export async function dialectOf(text: AsyncIterable<string>, given: string | undefined): Promise<Dialect> {
  const pieces = text[Symbol.asyncIterator]()
  let beginning = ''
  let isWhole = false
  while (!isWhole && beginning.length < maxFirstLine && !wholeLine.test(beginning)) {
    const next = await pieces.next()
    if (next.done) isWhole = true
    else beginning += next.value
  }
  const [line = '', named] = separatorLine.exec(beginning) ?? []
  const rest = beginning.slice(line.length)
  async function* all() {
    yield rest
    yield* { [Symbol.asyncIterator]: () => pieces }
  }
  return { delimiter: given ?? named ?? mostFrequentIn(rest.replace(blankLines, '')), text: all() }
}

function mostFrequentIn(text: string): string {
  const counts = new Map<string, number>(candidates.map((each) => [each, 0]))
  let isQuoted = false
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (character === '\n' || character === '\r') break
    else if (counts.has(character)) counts.set(character, counts.get(character)! + 1)
  }
  return candidates.reduce((best, each) => (counts.get(each)! > counts.get(best)! ? each : best))
}
