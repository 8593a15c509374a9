import { readFileSync } from 'node:fs'
import type { Libraries, PdfDocument } from '../libraries.ts'

/** Where pdf.js is with the decoders of images that are compiled to WebAssembly, by the names that it has for them. */
export type PdfDecoderEntries = { program: string; worker: string; wasm: Readonly<Record<string, string>> }

type PdfJs = { getDocument(options: object): { promise: Promise<PdfDocument> } }

/**
 * PDF documents with every kind of image: fax (CCITT) and JBIG2, as scanners write them, and JPEG 2000. The build of pdf.js
 * that reads text has no decoders for these. They are instantiated for each document, of bytes that were read before the
 * process was sealed.
 */
export async function loadPdfDecoders({
  program,
  worker,
  wasm,
}: PdfDecoderEntries): Promise<Pick<Libraries, 'getDocumentProxy'>> {
  // Where it is found, no thread is started.
  Object.assign(globalThis, { pdfjsWorker: await import(worker) })
  const { getDocument } = (await import(program)) as PdfJs
  const decoders = new Map(Object.entries(wasm).map(([name, file]) => [name, readFileSync(file)]))

  class LoadedData {
    async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
      const bytes = decoders.get(filename)
      if (!bytes) throw new Error(`${filename} is not loaded`)
      return new Uint8Array(bytes)
    }
  }

  return {
    getDocumentProxy: (data, options) =>
      getDocument({
        ...options,
        data,
        BinaryDataFactory: LoadedData,
        wasmUrl: 'loaded/',
        useWorkerFetch: false,
        isOffscreenCanvasSupported: false,
        isImageDecoderSupported: false,
      }).promise,
  }
}
