import { createFrameReader, encodeFrame } from '../../../../kernel/sandbox/protocol/frames.ts'
import {
  enterSeal,
  openPipes,
  reasonOf,
  type SealSettings,
  silenceConsole,
} from '../../../../kernel/sealed/child/enter.ts'
import type { LifeMessage } from '../../../../kernel/sealed/sealed-process.ts'
import { maxTextLength, type ParseOrder, type ParserMessage } from '../protocol/messages.ts'
import { type LibraryEntries, loadLibraries } from './libraries.ts'
import { loadOcr, OcrCrash, type OcrEntries } from './ocr/ocr.ts'
import { loadPdfDecoders, type PdfDecoderEntries } from './ocr/pdf-decoders.ts'
import { parseDocument, type Readers } from './parse.ts'
import { Refusal } from './refusal.ts'
import { warmLibraries } from './warm-up.ts'

/**
 * A process that reads documents of one project. Everything is loaded and used once, then the process is sealed: whatever a
 * document does to a parser, it finds no file, no socket and no other program.
 */
const settings = JSON.parse(process.argv[2]!) as {
  seal: SealSettings
  libraries: LibraryEntries
  ocr: OcrEntries | null
  decoders: PdfDecoderEntries | null
}
const { inward, outward } = openPipes()

const send = (message: ParserMessage | LifeMessage, body: Uint8Array | null = null) => {
  for (const part of encodeFrame(message, body)) outward.write(part)
}

try {
  silenceConsole()
  const libraries: Readers = {
    ...(await loadLibraries(settings.libraries)),
    ...(settings.decoders && (await loadPdfDecoders(settings.decoders))),
    ocr: settings.ocr && (await loadOcr(settings.ocr)),
  }
  await enterSeal(settings.seal, () => warmLibraries(libraries))
  const read = createFrameReader(({ header, body }) => {
    void parse(header as ParseOrder, body ?? Buffer.alloc(0))
  })
  inward.on('data', (chunk: Buffer) => read(chunk))
  send({ t: 'ready', sealed: settings.seal !== null })

  async function parse({ format, url, scan }: ParseOrder, bytes: Buffer): Promise<void> {
    let sentAt = 0
    const onProgress = (done: number, total: number) => {
      if (Date.now() - sentAt < 500) return
      sentAt = Date.now()
      send({ t: 'progress', done, total })
    }
    try {
      const {
        text,
        title,
        page,
        scans = [],
      } = await parseDocument({ format, bytes, url, scan, onProgress }, libraries)
      const body = Buffer.from(text.toWellFormed().replaceAll('\0', '\ufffd'))
      if (body.length > maxTextLength)
        throw new Refusal('too_large', 'The text of the document is larger than 20 MiB.')
      send({ t: 'parsed', title: title?.slice(0, 200) ?? null, scans, ...(page ? { page } : {}) }, body)
    } catch (error) {
      if (error instanceof OcrCrash) send({ t: 'fault', error: error.message })
      else if (error instanceof Refusal) send({ t: 'refused', code: error.code, message: error.message })
      // A stack that overflowed, a library at the end of its wits: the document is at fault, not the server.
      else send({ t: 'refused', code: 'parser_failed', message: 'The document could not be read.' })
    }
  }
} catch (error) {
  send({ t: 'fault', error: reasonOf(error) })
}
