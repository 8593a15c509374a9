import { buffer } from 'node:stream/consumers'
import type { Blobs } from '../../../kernel/blobs/blobs.ts'
import type { BlobGarbage } from '../../../kernel/blobs/garbage.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Db } from '../../../kernel/db/db.ts'
import type { NewId } from '../../../kernel/ids.ts'
import { PermanentFailure } from '../../../kernel/runs/run.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { storable } from '../../../kernel/text/decode-text.ts'
import type { Files } from '../../files/index.ts'
import { type Detected, detectFormat } from '../parsers/host/detect.ts'
import type { Parsers } from '../parsers/host/pool.ts'
import type { PageFacts } from '../parsers/protocol/messages.ts'
import { maxTextBytes, type Source, type WaitReason } from '../schema/source.ts'
import { noteText, type Revision } from '../store/source.ts'
import type { Web } from '../web/fetch-page.ts'
import type { Validators } from '../web/validators.ts'
import { textBlobKey } from './ingest.ts'
import { countPages, type PageBilling } from './limits/page-billing.ts'
import type { Report } from './progress.ts'

export type ReadDeps = {
  db: Db
  clock: Clock
  newId: NewId
  blobs: Blobs
  garbage: BlobGarbage
  files: Pick<Files, 'open'>
  parsers: Parsers
  web: Web
  billing: Pick<PageBilling, 'begin'>
}

/** The bytes of a source, as they were uploaded or fetched. */
export type Content = {
  bytes: Buffer
  name: string
  mimeType: string
  url?: string
  validators?: Validators
}

export type ReadText = {
  title: string | null
  page: PageFacts | null
  /** Null for what is text already. */
  pages: number | null
}

/** Who has a source read, in which run. */
export type Reading = { scope: Scope; runId: string; signal: AbortSignal; report: Report }

const maxFileBytes = 100_000_000
const mebibyte = 1024 * 1024

/** A document may take this long to parse, from the moment that its process is ready. */
const parseTimeoutMs = (bytes: number) => 30_000 + 2_000 * Math.ceil(bytes / mebibyte)

/** Makes the text of a source from what was uploaded or fetched. */
export function createSourceReader({
  db,
  clock,
  newId,
  blobs,
  garbage,
  files,
  parsers,
  web,
  billing,
}: ReadDeps) {
  return {
    text: (projectId: string, content: Content, signal: AbortSignal) =>
      textOf(projectId, content, detected(content), signal),
    async page({ origin }: Source, signal: AbortSignal): Promise<Content> {
      return (await web.allowedPage(origin.url!, signal))!
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
      { scope, runId, signal, report }: Reading,
    ): Promise<void> {
      const found = detected(content)
      const { validators = null } = content
      const bill = found.kind === 'document' ? await billing.begin(scope, runId) : null
      const blob = textBlobKey(revision.projectId, newId())
      let isNoted = false
      try {
        const { text, title, pages } = await textOf(
          revision.projectId,
          content,
          found,
          signal,
          (progress, waitsFor) => {
            report('parsing', progress, waitsFor).catch(() => {})
          },
        )
        if (text.toString().trim() === '')
          throw new PermanentFailure('empty_text', 'The source has no text.', 'parsing')
        await garbage.expect(blob)
        await blobs.put(blob, text)
        isNoted = await db.tx(async (tx) => {
          if (!(await noteText(tx, revision, { blob, contentHash, title, validators, at: clock.now() })))
            return false
          await garbage.keep(tx, blob)
          if (bill && pages !== null) await bill.pay(tx, revision, pages)
          return true
        })
      } finally {
        if (!isNoted) await db.tx((tx) => garbage.discard(tx, blob))
        if (!isNoted) await bill?.release()
      }
    },
  }

  async function textOf(
    projectId: string,
    { bytes, url }: Content,
    found: Readable,
    signal: AbortSignal,
    onProgress: (share: number, waitsFor: WaitReason | null) => void = () => {},
  ): Promise<ReadText & { text: Buffer }> {
    if (found.kind === 'text') {
      const text = Buffer.from(storable(found.text))
      if (text.length > maxTextBytes) throw tooLarge()
      return { text, title: null, page: null, pages: null }
    }
    let share = 0
    const result = await parsers.parse(projectId, {
      format: found.format,
      bytes: found.bytes,
      ...(url === undefined ? {} : { url }),
      timeoutMs: parseTimeoutMs(bytes.length),
      signal,
      onProgress: (done, total) => {
        share = done / Math.max(total, 1)
        onProgress(share, null)
      },
      onWaiting: (isWaiting) => onProgress(share, isWaiting ? 'ocr' : null),
    })
    if (result.kind === 'refused') throw new PermanentFailure(result.code, result.message, 'parsing')
    return { ...result, pages: countPages(result.text.toString(), found.format) }
  }
}

type Readable = Exclude<Detected, { kind: 'refused' }>

function detected({ bytes, name, mimeType }: Content): Readable {
  const found = detectFormat(bytes, { name, mimeType })
  if (found.kind === 'refused') throw new PermanentFailure(found.code, found.message, 'parsing')
  return found
}

const tooLarge = () =>
  new PermanentFailure('too_large', 'The text of the source is larger than 20 MiB.', 'parsing')
