import { AppError } from '../../../../kernel/errors.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Files } from '../../../files/index.ts'
import type { Content, Message } from '../../schema/message.ts'

// What providers take in one request is below this; more would only fill memory.
const maxBytes = 20 * 1024 * 1024

/** Whether something must be read before the models can be called with them. */
export const hasFileIds = (messages: readonly Message[]): boolean =>
  messages.some(
    (message) => message.role === 'user' && message.content.some(({ type }) => type === 'file-id'),
  )

/** Replaces file ids with the bytes of the files. A file of another user does not exist. */
export function createAttachments(files: Pick<Files, 'open'>) {
  async function read(scope: Scope, fileId: string, capacity: number): Promise<Content & { type: 'file' }> {
    const { file, stream } = await files.open(scope, fileId)
    if (file.sizeBytes > capacity) {
      stream.destroy()
      throw new AppError('file_too_large', 'The attached files are too large for the model', {
        facts: { fileId, maxBytes },
        hint: 'Attach less, or search the files with a knowledge collection.',
      })
    }
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk as Buffer)
    return { type: 'file', mediaType: file.mimeType, name: file.name, bytes: Buffer.concat(chunks), fileId }
  }

  return {
    async resolve(scope: Scope, messages: readonly Message[]): Promise<readonly Message[]> {
      if (!hasFileIds(messages)) return messages
      let capacity = maxBytes
      const resolved: Message[] = []
      for (const message of messages) {
        if (message.role !== 'user') {
          resolved.push(message)
          continue
        }
        const content: Content[] = []
        for (const part of message.content) {
          if (part.type !== 'file-id') content.push(part)
          else {
            const file = await read(scope, part.fileId, capacity)
            capacity -= file.bytes.length
            content.push(file)
          }
        }
        resolved.push({ role: 'user', content })
      }
      return resolved
    },
  }
}

export type Attachments = ReturnType<typeof createAttachments>
