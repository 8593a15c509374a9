import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { locatePackage } from '../../../../kernel/sandbox/supervisor/packages.ts'
import type { OcrEntries } from '../child/ocr/ocr.ts'

export type OcrPackages = { entries: OcrEntries; folders: readonly string[] }

export const defaultOcrLanguages: readonly string[] = ['eng']

// Of the builds in the package the one that every processor runs with the same result.
const build = 'tesseract-core-simd-lstm'
// Of the two sets of weights in a package the small one, made for the neural engine.
const weights = '4.0.0_best_int'

/** Where the library and the data of these languages are installed, or the package that is missing: both are optional. */
export function findOcr(languages: readonly string[]): OcrPackages | { missing: string } {
  const core = folderOf('tesseract.js-core')
  if (core === null || !existsSync(join(core, `${build}.wasm`))) return { missing: 'tesseract.js-core' }
  const data: { code: string; file: string }[] = []
  const folders = [core]
  for (const code of languages) {
    const name = `@tesseract.js-data/${code}`
    const folder = folderOf(name)
    const file = folder && join(folder, weights, `${code}.traineddata.gz`)
    if (folder === null || file === null || !existsSync(file)) return { missing: name }
    folders.push(folder)
    data.push({ code, file })
  }
  return {
    entries: {
      program: pathToFileURL(join(core, `${build}.js`)).href,
      wasm: join(core, `${build}.wasm`),
      languages: data,
    },
    folders,
  }
}

export function folderOf(name: string): string | null {
  try {
    return dirname(join(locatePackage(name).folder, 'package.json'))
  } catch {
    return null
  }
}
