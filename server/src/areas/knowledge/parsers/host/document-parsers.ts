import type { Log } from '../../../../kernel/log.ts'
import { parserProcessCommand } from './command.ts'
import { defaultOcrLanguages, findOcr } from './ocr-packages.ts'
import { createParsers, type Parsers } from './pool.ts'
import { withOcr } from './with-ocr.ts'

export type DocumentParserOptions = {
  dataDir: string
  log: Log
  mayParse: boolean
  ocrLanguages?: readonly string[]
}

// Text recognition takes a core; a second one at the same time would take the last of a small machine.
const ocrProcesses = 1
// What a page leaves in the memory of the library is given back when its process ends.
const imagesPerProcess = 20
const ocrWaitMs = 20 * 60_000

/** The parsers of a node, and whether they read images. */
export function createDocumentParsers({ dataDir, log, mayParse, ocrLanguages }: DocumentParserOptions) {
  const languages = ocrLanguages ?? defaultOcrLanguages
  const found = findOcr(languages)
  const documents = createParsers({ command: mayParse ? () => parserProcessCommand(dataDir) : null, log })
  const images =
    mayParse && !('missing' in found)
      ? createParsers({
          command: () => parserProcessCommand(dataDir, found),
          log,
          processes: ocrProcesses,
          documentsPerProcess: imagesPerProcess,
          maxWaitMs: ocrWaitMs,
        })
      : null
  const parsers: Parsers = withOcr(documents, images)
  return {
    parsers,
    capability: { name: 'ocr', isLive: images !== null, languages, ...lackOf(found, mayParse) },
  }
}

function lackOf(found: ReturnType<typeof findOcr>, mayParse: boolean): { lacks?: string } {
  if ('missing' in found) return { lacks: `the package ${found.missing}` }
  return mayParse
    ? {}
    : { lacks: 'a system on which a process can be sealed; STOA_ALLOW_UNSEALED=1 does without' }
}
