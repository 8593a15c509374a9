import type { RawReply } from '../../../kernel/http/endpoint.ts'
import { spanOf } from '../../../kernel/http/response/byte-range.ts'
import {
  checkUnchanged,
  hasSame,
  lastModifiedOf,
  mayTakeRange,
} from '../../../kernel/http/response/conditions.ts'
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
  const validators = { etag: `"${file.sha256}"`, modifiedAt: new Date(file.updatedAt) }
  checkUnchanged(headers, validators)
  const { contentType, mayBeInline } = servedTypeOf(file.mimeType)
  const kind = disposition === 'inline' && mayBeInline ? 'inline' : 'attachment'
  const always = {
    etag: validators.etag,
    'last-modified': lastModifiedOf(validators),
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    ...inertHeaders(kind, file.name),
  }
  if (hasSame(headers, validators)) return { status: 304, body: '', headers: always }
  const span = mayTakeRange(headers, validators) ? spanOf(headers.range, file.sizeBytes) : null
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
