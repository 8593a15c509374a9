import type { ReadResourceResult } from '@modelcontextprotocol/server'
import { AppError, nullIfUnpermitted } from '../../../../kernel/errors.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Files } from '../../../files/index.ts'

export type FileReader = Pick<Files, 'open'>

const maxFileBytes = 4 * 1024 * 1024

/** A file as a resource; null when the scope cannot read it. Without a media type it has its own. */
export async function fileContents(
  files: FileReader,
  scope: Scope,
  id: string,
  { uri, mimeType: asked }: { uri: string; mimeType?: string },
): Promise<ReadResourceResult | null> {
  const opened = await files.open(scope, id).catch(nullIfUnreadable)
  if (!opened) return null
  const { file, stream } = opened
  if (file.sizeBytes > maxFileBytes) {
    stream.destroy()
    throw new AppError('file_too_large', `The file has more than ${maxFileBytes} bytes`)
  }
  const bytes = Buffer.concat(await stream.toArray())
  const mimeType = asked ?? file.mimeType
  const isText = /^text\/|[/+](?:json|xml|yaml)\b/.test(mimeType)
  return {
    contents: [
      isText ? { uri, mimeType, text: bytes.toString() } : { uri, mimeType, blob: bytes.toString('base64') },
    ],
  }
}

function nullIfUnreadable(error: unknown): null {
  return error instanceof AppError && error.status === 404 ? null : nullIfUnpermitted(error)
}
