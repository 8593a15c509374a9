import type { RawReply } from '../../../kernel/http/endpoint.ts'
import { spanOf } from '../../../kernel/http/response/byte-range.ts'
import { isKnown } from '../../../kernel/http/response/render.ts'
import { inertHeaders, servedTypeOf } from '../../../kernel/http/response/served-type.ts'
import type { StoredFile } from '../read-files.ts'
import type { FileService } from '../service/files.ts'

export type ServeOptions = {
  disposition: 'attachment' | 'inline'
  headers: Readonly<Record<string, string | undefined>>
}

/** The bytes of a file with every header that prevents a browser from executing them. */
export async function serveFile(
  files: FileService,
  projectId: string,
  file: StoredFile,
  { disposition, headers }: ServeOptions,
): Promise<RawReply> {
  const etag = `"${file.sha256}"`
  const { contentType, mayBeInline } = servedTypeOf(file.mimeType)
  const kind = disposition === 'inline' && mayBeInline ? 'inline' : 'attachment'
  const always = {
    etag,
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    ...inertHeaders(kind, file.name),
  }
  if (isKnown(headers['if-none-match'], etag)) return { status: 304, body: '', headers: always }
  // A piece of what has changed since would be glued to a piece of something else.
  const isSame = headers['if-range'] === undefined || headers['if-range'].trim() === etag
  const span = isSame ? spanOf(headers.range, file.sizeBytes) : null
  const { stream } = await files.read(projectId, file, span ?? undefined)
  if (!span) {
    return {
      body: stream,
      contentType,
      headers: { ...always, 'content-length': String(file.sizeBytes) },
    }
  }
  return {
    status: 206,
    body: stream,
    contentType,
    headers: {
      ...always,
      'content-length': String(span.end - span.start + 1),
      'content-range': `bytes ${span.start}-${span.end}/${file.sizeBytes}`,
    },
  }
}
