import { type Block, headingText, parseBlocks } from './blocks.ts'
import { cutBlock } from './cut-block.ts'

export type Chunk = {
  /** The head row of a table, where its rows continue in another chunk, and the part of the text from `start` to `end`. */
  text: string
  /** The headings above it, the highest first. */
  path: string[]
  start: number
  end: number
}

export type ChunkSettings = { chunkSize: number; chunkOverlap: number }

/** What the next part of a text begins with: the headings above it, and a code block that is still open. */
export type ChunkState = { path: { level: number; title: string }[]; openFence: string | null }

export const initialState: ChunkState = { path: [], openFence: null }

// A heading closes a chunk that has at least this share of its size.
const closedFrom = 0.3

/**
 * Divides a text into chunks that follow its structure: whole paragraphs, items, tables and code blocks up to the size of a
 * chunk, under the headings above them. Every character that is not blank is in a chunk.
 */
export function chunkText(
  text: string,
  { chunkSize, chunkOverlap }: ChunkSettings,
  state: ChunkState = initialState,
): { chunks: Chunk[]; state: ChunkState } {
  const { blocks, openFence } = parseBlocks(text, state.openFence)
  const chunks: Chunk[] = []
  let path = [...state.path]
  let open: { start: number; end: number; path: string[]; hasBody: boolean } | null = null
  const close = () => {
    if (open) chunks.push(chunkOf(text, open))
    open = null
  }
  const titles = () => path.map(({ title }) => title)
  for (const block of blocks) {
    const current = open as { start: number; end: number; path: string[]; hasBody: boolean } | null
    if (block.kind === 'heading') {
      const isClosing =
        current?.hasBody && (block.level <= 2 || current.end - current.start >= chunkSize * closedFrom)
      if (isClosing) close()
      path = [...path.filter(({ level }) => level < block.level), headingOf(text, block)]
    }
    const isFitting = open !== null && block.end - (open as { start: number }).start <= chunkSize
    if (!isFitting) close()
    if (block.end - block.start > chunkSize) {
      close()
      chunks.push(...largeChunks(text, block, titles(), chunkSize, chunkOverlap))
      continue
    }
    const isBody = block.kind !== 'heading'
    if (open === null) open = { start: block.start, end: block.end, path: titles(), hasBody: isBody }
    else {
      const joined = open as { end: number; path: string[]; hasBody: boolean }
      joined.end = block.end
      // A chunk that begins with headings belongs to the last of them.
      if (!joined.hasBody) joined.path = titles()
      joined.hasBody ||= isBody
    }
  }
  close()
  return { chunks, state: { path, openFence } }
}

const headingOf = (text: string, { level, start, end }: Block) => ({
  level,
  title: headingText(text.slice(start, end)).slice(0, 200),
})

const chunkOf = (
  text: string,
  { start, end, path }: { start: number; end: number; path: string[] },
): Chunk => ({
  text: text.slice(start, end),
  path,
  start,
  end,
})

function largeChunks(text: string, block: Block, path: string[], size: number, overlap: number): Chunk[] {
  const head = block.kind === 'table' ? headRowsOf(text.slice(block.start, block.end)) : ''
  // A head that is as large as a chunk is not repeated: nothing else would fit.
  const repeated = head.length < size / 2 ? head : ''
  const parts = cutBlock(text, block, size - repeated.length, overlap)
  return parts.map(({ start, end }) => {
    const part = chunkOf(text, { start, end, path })
    return start === block.start || repeated === '' ? part : { ...part, text: repeated + part.text }
  })
}

/** The first row of a table and the line below it; empty where there is no such line. */
function headRowsOf(table: string): string {
  const [first = '', second = ''] = table.split('\n', 2)
  return /^\s*\|?[\s:|-]+\|?\s*$/.test(second) && second.includes('-') ? `${first}\n${second}\n` : ''
}
