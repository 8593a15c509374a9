import { type SealedCommand, sealedCommand } from '../../../kernel/sealed/command.ts'

/** The largest bundles need some 80 MB to be compiled; the rest is for what they fetch. */
const heapMegabytes = 192
const extraBytes = 448 * 1024 * 1024

/** The command line of a process for pieces. */
export const pieceProcessCommand = (dataDir: string): SealedCommand =>
  sealedCommand({
    name: 'pieces',
    dataDir,
    folders: ['areas/pieces/{child,protocol}'],
    main: 'areas/pieces/child/main',
    heapMegabytes,
    extraBytes,
  })
