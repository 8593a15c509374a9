import { maxScannedPages, scansPerTurn } from '../protocol/messages.ts'
import type { ParseRequest, ParseResult, Parsers } from './pool.ts'

// A dense page takes eight seconds of processor time, which a busy server gives it late.
const pageTimeoutMs = 20_000
const pageBreak = '\n\f\n'

type Recognized =
  | { kind: 'recognized'; pages: Map<number, string> }
  | Extract<ParseResult, { kind: 'refused' }>

/**
 * Documents in one kind of process, images and scanned pages in another: text recognition takes 200 MB and seconds a page, which most
 * documents do not need, and those that wait for it do not hold up the others. A document is read a few pages at a time: in
 * between, others have their turn.
 */
export function withOcr(documents: Parsers, images: Parsers | null): Parsers {
  async function recognize(
    projectId: string,
    request: ParseRequest,
    { parse }: Parsers,
    first: readonly number[],
  ): Promise<Recognized> {
    const pages = new Map<number, string>()
    const timeoutMs = request.timeoutMs + scansPerTurn * pageTimeoutMs
    for (let [left, scansLeft] = [first, maxScannedPages]; ; scansLeft -= scansPerTurn) {
      const read = await inTurn(request, (onTurn) =>
        parse(projectId, { ...request, timeoutMs, onTurn, scan: { pages: left, scansLeft } }),
      )
      if (read.kind === 'refused') return read
      const texts = read.text.toString().split('\f')
      for (const [i, text] of texts.entries()) pages.set(left[i] ?? i, text.trim())
      left = read.scans
      request.onProgress?.(pages.size, pages.size + left.length)
      // A process that is in the hands of a document must not keep us here.
      if (left.length === 0 || scansLeft < 0) return { kind: 'recognized', pages }
    }
  }

  async function readScans(
    projectId: string,
    request: ParseRequest,
    plain: ParseResult,
  ): Promise<ParseResult> {
    if (images === null || plain.kind !== 'parsed' || plain.scans.length === 0) return plain
    const read = await recognize(projectId, request, images, plain.scans)
    // A document with text is of use also without its images.
    if (read.kind === 'refused') return plain.text.toString().trim() === '' ? read : plain
    const pages = plain.text
      .toString()
      .split(pageBreak)
      .map((text, i) => longer(text, read.pages.get(i) ?? ''))
    return { ...plain, text: Buffer.from(pages.join(pageBreak)), scans: [] }
  }

  async function readImage(projectId: string, request: ParseRequest): Promise<ParseResult> {
    if (images === null)
      return refused('unsupported_file', 'Images are not read: text recognition is not installed.')
    const read = await recognize(projectId, request, images, [])
    if (read.kind === 'refused') return read
    const texts = [...read.pages.values()]
    if (texts.every((text) => text === '')) return refused('empty_text', 'No text was found in the image.')
    const text = Buffer.from(`${texts.join(pageBreak)}\n`)
    return { kind: 'parsed', text, title: null, page: null, scans: [] }
  }

  return {
    isAvailable: documents.isAvailable,
    parse: async (projectId, request) =>
      request.format === 'image'
        ? readImage(projectId, request)
        : readScans(projectId, request, await documents.parse(projectId, request)),
    close: async () => void (await Promise.all([documents.close(), images?.close()])),
  }
}

/** Says when a document waits for its turn, and when it has it. */
async function inTurn<T>({ onWaiting }: ParseRequest, read: (onTurn: () => void) => Promise<T>): Promise<T> {
  let [hasTurn, isTold] = [false, false]
  const reading = read(() => {
    hasTurn = true
    if (isTold) onWaiting?.(false)
  })
  if (!hasTurn) {
    isTold = true
    onWaiting?.(true)
  }
  return reading
}

const longer = (text: string, read: string): string => (read.length > text.trim().length ? `${read}\n` : text)

const refused = (code: 'unsupported_file' | 'empty_text', message: string): ParseResult => ({
  kind: 'refused',
  code,
  message,
})
