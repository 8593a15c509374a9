import type { Readable } from 'node:stream'
import type { Blobs } from '../../../kernel/blobs/blobs.ts'
import type { Db } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { chunkIdOf } from '../schema/chunk.ts'
import type { SourceText, TextQuery } from '../schema/source-text.ts'
import { type Border, listBorders } from '../store/text.ts'
import { getCollection, getSource } from './access.ts'

export type SourceTextDeps = { db: Db; blobs: Pick<Blobs, 'get'> }

const maxAttempts = 3

/** The text that was made of a source, in parts, with the borders of its chunks. */
export function createSourceTextService({ db, blobs }: SourceTextDeps) {
  return async (scope: Scope, collectionId: string, key: string, query: TextQuery): Promise<SourceText> => {
    const collection = await getCollection(db, scope, collectionId)
    for (let attempt = 1; ; attempt++) {
      const source = await getSource(db, scope, collection, key)
      const blobKey = source.textBlob ?? source.nextBlob
      const blob = blobKey === null ? null : await blobs.get(blobKey)
      const part = blob && (await partOf(blob.stream, query.offset, query.limit))
      const range = { start: query.offset, end: query.offset + (part?.text.length ?? 0) }
      const borders = part ? await listBorders(db, collection, source.no, range) : []
      // A revision that came between the text and its borders has other ones.
      const isFitting = borders.every(({ revision }) => revision === source.liveRevision)
      if (part && isFitting)
        return {
          text: part.text,
          startOffset: range.start,
          endOffset: range.end,
          nextOffset: part.isLast ? null : range.end,
          chunks: borders.map(toView),
        }
      if (attempt === maxAttempts || blobKey === null)
        throw new AppError('knowledge_text_not_found', 'The source has no text', {
          hint: 'It has one when it was parsed. A crawl has none: its pages do.',
        })
    }
  }
}

export type ReadSourceText = ReturnType<typeof createSourceTextService>

/** Counted as JavaScript counts, as offsets of chunks are. The stream is read no further than needed. */
async function partOf(
  stream: Readable,
  offset: number,
  limit: number,
): Promise<{ text: string; isLast: boolean }> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let [at, text] = [0, '']
  try {
    for await (const bytes of stream) {
      const decoded = decoder.decode(bytes as Buffer, { stream: true })
      if (at + decoded.length > offset) text += decoded.slice(Math.max(0, offset - at))
      at += decoded.length
      if (text.length > limit) return { text: cut(text, limit), isLast: false }
    }
    return { text, isLast: true }
  } finally {
    stream.destroy()
  }
}

/** No surrogate pair is torn apart. */
function cut(text: string, limit: number): string {
  const code = text.charCodeAt(limit)
  return text.slice(0, code >= 0xdc00 && code <= 0xdfff ? limit - 1 : limit)
}

const toView = ({ sourceNo, revision, isOff, ...border }: Border): SourceText['chunks'][number] => ({
  ...border,
  id: chunkIdOf({ sourceNo, revision, ordinal: border.ordinal }),
  isEnabled: !isOff,
})
