import { AppError } from '../../../../kernel/errors.ts'
import { isUuid } from '../../../../kernel/ids.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Files } from '../../../files/index.ts'
import type { ToolCall } from '../../../toolkits/index.ts'

/** A request holds its file in memory as a whole. */
const maxFileLength = 25 * 1024 * 1024

/** The files of the acting user, as a tool reads and writes them. */
export const callFiles = (files: Pick<Files, 'create' | 'open'>, scope: Scope) => ({
  saveFile: async ({ name, bytes }: Parameters<ToolCall['saveFile']>[0]): Promise<string> => {
    const keep = async (called: string) =>
      (await files.create(scope, { fileType: 'other', name: called, content: Buffer.from(bytes) })).id
    const fileName = name.slice(0, 200) || 'file'
    // The media type that a service declares may be wrong, and it has executed the request by now.
    return keep(fileName).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'unsupported_media_type') return keep(`${fileName}.bin`)
      throw error
    })
  },
  openFile: async (id: string) => {
    const opened = isUuid(id) ? await files.open(scope, id.toLowerCase()).catch(nullIfMissing) : null
    if (!opened) return null
    const { file, stream } = opened
    if (file.sizeBytes > maxFileLength) {
      stream.destroy()
      throw new AppError('invalid_parameter', `Files for a tool can have at most ${maxFileLength} bytes`)
    }
    return { name: file.name, mimeType: file.mimeType, bytes: Buffer.concat(await stream.toArray()) }
  },
})

function nullIfMissing(error: unknown): null {
  if (error instanceof AppError && error.code === 'file_not_found') return null
  throw error
}
