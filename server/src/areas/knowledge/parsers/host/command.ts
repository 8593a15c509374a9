import { dirname } from 'node:path'
import { locatePackage } from '../../../../kernel/sandbox/supervisor/packages.ts'
import { type SealedCommand, sealedCommand } from '../../../../kernel/sealed/command.ts'
import type { LibraryEntries } from '../child/libraries.ts'
import type { OcrPackages } from './ocr-packages.ts'
import { findPdfDecoders } from './pdf-decoder-package.ts'

const heapMegabytes = 256
const extraBytes = 512 * 1024 * 1024

/**
 * The command line of a process for parsers, which reads images too if it is given where OCR is. Before it is sealed it loads
 * the libraries, so it may read packages.
 */
export function parserProcessCommand(dataDir: string, ocr: OcrPackages | null = null): SealedCommand {
  const libraries: LibraryEntries = {
    linkedom: import.meta.resolve('linkedom'),
    defuddle: import.meta.resolve('defuddle/node'),
    unpdf: import.meta.resolve('unpdf'),
  }
  const folders = ['linkedom', 'defuddle/node', 'unpdf'].map((name) => dirname(locatePackage(name).folder))
  // To read text none is needed, and most documents have it.
  const decoders = ocr && findPdfDecoders()
  const readable = [...folders, ...(ocr?.folders ?? []), ...(decoders ? [decoders.folder] : [])]
  return sealedCommand({
    name: 'parsers',
    dataDir,
    folders: ['kernel/archive', 'areas/knowledge/parsers/{child,protocol}'],
    main: 'areas/knowledge/parsers/child/main',
    settings: { libraries, ocr: ocr?.entries ?? null, decoders: decoders?.entries ?? null },
    heapMegabytes,
    extraBytes,
    readable: [...new Set(readable)].map((folder) => `${folder}/*`),
  })
}
