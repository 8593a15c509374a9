import type { CallRequest } from '../../schema/call-request.ts'
import type { Content, Message } from '../../schema/message.ts'

/** The part of the request that is stored. Of files only their metadata: their bytes are in the file storage. */
export const promptToStore = ({ messages, parameters }: Pick<CallRequest, 'messages' | 'parameters'>) => ({
  messages: messages.map(withoutBytes),
  parameters,
})

const withoutBytes = (message: Message) =>
  message.role === 'user' ? { ...message, content: message.content.map(described) } : message

const described = (part: Content) =>
  part.type === 'file'
    ? { type: part.type, mediaType: part.mediaType, name: part.name, sizeBytes: part.bytes.length }
    : part
