import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PdfDecoderEntries } from '../child/ocr/pdf-decoders.ts'
import { folderOf } from './ocr-packages.ts'

export type PdfDecoders = { entries: PdfDecoderEntries; folder: string }

const wasmFiles = ['openjpeg.wasm', 'jbig2.wasm']

/** Where pdf.js is installed with its decoders; null where it is not: it is optional. */
export function findPdfDecoders(): PdfDecoders | null {
  const folder = folderOf('pdfjs-dist')
  if (folder === null) return null
  const programs = ['pdf.min.mjs', 'pdf.worker.min.mjs'].map((name) => join(folder, 'legacy/build', name))
  const wasm = wasmFiles.map((name) => [name, join(folder, 'wasm', name)] as const)
  if (![...programs, ...wasm.map(([, file]) => file)].every((file) => existsSync(file))) return null
  const [program, worker] = programs.map((file) => pathToFileURL(file).href)
  return { folder, entries: { program: program!, worker: worker!, wasm: Object.fromEntries(wasm) } }
}
