import { type FileHandle, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { lazily } from '../../../kernel/async/lazily.ts'
import type { ToolkitEntry } from '../../toolkits/index.ts'
import { type Block, fileNames, ToolkitLine, ToolkitsFile } from './catalogue-format.ts'

const inflate = promisify(zstdDecompress)

export const shippedFolder = join(import.meta.dirname, '../../../../catalogue')

export type ShippedToolkit = {
  readonly entry: ToolkitEntry
  readonly document: Block
  readonly tools: Block
}

const asBlock = ([at, bytes, opened]: [number, number, number]): Block => ({ at, bytes, opened })

// So many are checked in a few milliseconds; then others get their turn.
const checksPerSlice = 100

export type CatalogueFiles = ReturnType<typeof openCatalogueFiles>

/** Reads parts of the shipped catalogue. Everything is read on demand. */
export function openCatalogueFiles(folder: string = shippedFolder) {
  const toolkits = lazily(async () => {
    const bytes = await inflate(await readFile(join(folder, fileNames.toolkits)))
    const written = JSON.parse(bytes.toString()) as ToolkitsFile
    await yieldToEventLoop()
    const { source, describedAt, dictionary } = ToolkitsFile.parse({ ...written, toolkits: [] })
    const bySlug = new Map<string, ShippedToolkit>()
    for (const [at, each] of written.toolkits.entries()) {
      const { entry, originUrl, document, tools } = ToolkitLine.parse(each)
      bySlug.set(entry.slug, {
        entry: { ...entry, originUrl },
        document: asBlock(document),
        tools: asBlock(tools),
      })
      if (at % checksPerSlice === checksPerSlice - 1) await yieldToEventLoop()
    }
    return { source, describedAt, dictionary, bySlug }
  })

  const blocksOf = (name: 'documents' | 'tools') => {
    const file = lazily(async () => {
      const { dictionary } = await toolkits()
      const handle = await open(join(folder, fileNames[name]))
      return { handle, dictionary: await readRange(handle, 0, dictionary[name]) }
    })
    return {
      async read({ at, bytes, opened }: Block): Promise<Buffer> {
        const { handle, dictionary } = await file()
        return inflate(await readRange(handle, at, bytes), { dictionary, maxOutputLength: opened })
      },
      close: async () => (await file()).handle.close(),
    }
  }
  const documents = blocksOf('documents')
  const tools = blocksOf('tools')
  const used = new Set<() => Promise<void>>()

  return {
    toolkits,
    /** The text of a description, as JSON. */
    async document({ document }: ShippedToolkit): Promise<Buffer> {
      used.add(documents.close)
      return documents.read(document)
    },
    /** The rows of all tools of a toolkit, as JSON, in separate memory: callers cache them. */
    async toolRows(toolkit: ShippedToolkit): Promise<Buffer> {
      used.add(tools.close)
      return inOwnMemory(await tools.read(toolkit.tools))
    },
    async searchIndex(): Promise<Buffer> {
      return inflate(await readFile(join(folder, fileNames.search)))
    },
    async close(): Promise<void> {
      for (const close of used) await close()
      used.clear()
    },
  }
}

/** What is decompressed is part of a block of 64 KB that it shares with anything else: a cache of parts would retain the blocks. */
function inOwnMemory(part: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(part.length)
  part.copy(own)
  return own
}

async function readRange(handle: FileHandle, at: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(bytes)
  const { bytesRead } = await handle.read(buffer, 0, bytes, at)
  if (bytesRead !== bytes) throw new Error('The tool catalogue is damaged: reinstall Stoa')
  return buffer
}
