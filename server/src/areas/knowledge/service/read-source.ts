import { buffer } from 'node:stream/consumers'
import type { Blobs } from '../../../kernel/blobs/blobs.ts'
import type { BlobGarbage } from '../../../kernel/blobs/garbage.ts'
import type { Db } from '../../../kernel/db/db.ts'
import type { NewId } from '../../../kernel/ids.ts'
import { PermanentFailure } from '../../../kernel/runs/run.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Files } from '../../files/index.ts'
import { storable } from '../parsers/host/decode-text.ts'
import { detectFormat } from '../parsers/host/detect.ts'
import type { Parsers } from '../parsers/host/pool.ts'
import type { PageFacts } from '../parsers/protocol/messages.ts'
import { maxTextBytes, type Source } from '../schema/source.ts'
import { noteText, type Revision } from '../store/source.ts'
import type { Web } from '../web/fetch-page.ts'
import { textBlobKey } from './ingest.ts'
import type { Report } from './progress.ts'

export type ReadDeps = {
  db: Db
  newId: NewId
  blobs: Blobs
  garbage: BlobGarbage
  files: Pick<Files, 'open'>
  parsers: Parsers
  web: Web
}

/** The bytes of a source, as they were uploaded or fetched. */
export type Content = { bytes: Buffer; name: string; mimeType: string; url?: string }

export type ReadText = { title: string | null; page: PageFacts | null }

const maxFileBytes = 100_000_000
const mebibyte = 1024 * 1024

/** A document may take this long to parse, from the moment that its process is ready. */
const parseTimeoutMs = (bytes: number) => 30_000 + 2_000 * Math.ceil(bytes / mebibyte)

/** Makes the text of a source from what was uploaded or fetched. */
export function createSourceReader({ db, newId, blobs, garbage, files, parsers, web }: ReadDeps) {
  return {
    text: textOf,
    async page({ origin }: Source, signal: AbortSignal): Promise<Content> {
      return web.allowedPage(origin.url!, signal)
    },
    async file(scope: Scope, { origin }: Source): Promise<Content> {
      const { file, stream } = await files.open(scope, origin.fileId!)
      try {
        if (file.sizeBytes > maxFileBytes)
          throw new PermanentFailure('too_large', 'The file is larger than 100 MB.', 'fetching')
        return { bytes: await buffer(stream), name: file.name, mimeType: file.mimeType }
      } finally {
        stream.destroy()
      }
    },
    /** Stores the text of a content as the one of the revision, unless a later one has taken over. */
    async parse(
      revision: Revision,
      content: Content,
      contentHash: string,
      { signal, report }: { signal: AbortSignal; report: Report },
    ): Promise<ReadText> {
      const { text, ...read } = await textOf(revision.projectId, content, signal, (progress) => {
        report('parsing', progress).catch(() => {})
      })
      if (text.toString().trim() === '')
        throw new PermanentFailure('empty_text', 'The source has no text.', 'parsing')
      const blob = textBlobKey(revision.projectId, newId())
      await blobs.put(blob, text)
      const isNoted = await noteText(db, revision, { blob, contentHash, title: read.title })
      if (!isNoted) await db.tx((tx) => garbage.discard(tx, blob))
      return read
    },
  }

  async function textOf(
    projectId: string,
    { bytes, name, mimeType, url }: Content,
    signal: AbortSignal,
    onProgress: (share: number) => void = () => {},
  ): Promise<ReadText & { text: Buffer }> {
    const detected = detectFormat(bytes, { name, mimeType })
    if (detected.kind === 'refused') throw new PermanentFailure(detected.code, detected.message, 'parsing')
    if (detected.kind === 'text') {
      const text = Buffer.from(storable(detected.text))
      if (text.length > maxTextBytes) throw tooLarge()
      return { text, title: null, page: null }
    }
    const result = await parsers.parse(projectId, {
      format: detected.format,
      bytes: detected.bytes,
      ...(url === undefined ? {} : { url }),
      timeoutMs: parseTimeoutMs(bytes.length),
      signal,
      onProgress: (done, total) => onProgress(done / Math.max(total, 1)),
    })
    if (result.kind === 'refused') throw new PermanentFailure(result.code, result.message, 'parsing')
    return result
  }
}

const tooLarge = () =>
  new PermanentFailure('too_large', 'The text of the source is larger than 20 MiB.', 'parsing')
