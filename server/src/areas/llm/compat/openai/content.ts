import { z } from 'zod'
import { Uuid } from '../../../../kernel/http/shapes.ts'
import { atAddress, type Content } from '../../schema/message.ts'

const maxText = 400_000
const maxData = 11_000_000

export const OpenAiText = z.string().max(maxText)

export const OpenAiUrl = z
  .string()
  .max(maxData)
  .regex(/^(https?:\/\/|data:)/, 'must begin with https://, http:// or data:')

/** A file: one of the project by its id, or its bytes. Clients send more than is read here, so what is more is left out. */
export const OpenAiFile = z.object({
  file_id: Uuid.nullish().describe('A file of the project.'),
  file_data: z.string().max(maxData).nullish().describe('A data: URL or base64.'),
  file_url: OpenAiUrl.nullish(),
  filename: z.string().max(255).nullish(),
})
export type OpenAiFile = z.output<typeof OpenAiFile>

export function fileContent({ file_id, file_data, file_url, filename }: OpenAiFile): Content | null {
  if (file_id) return { type: 'file-id', fileId: file_id }
  if (file_url) return { ...atAddress(file_url) }
  if (!file_data) return null
  const file = file_data.startsWith('data:') ? atAddress(file_data) : bytesOf(file_data, filename ?? '')
  return file.type === 'file' ? { ...file, name: filename ?? file.name } : file
}

const bytesOf = (data: string, name: string): Content => ({
  type: 'file',
  mediaType:
    /\.pdf$/i.test(name) || data.startsWith('JVBERi') ? 'application/pdf' : 'application/octet-stream',
  name: name === '' ? null : name,
  bytes: Buffer.from(data, 'base64'),
})

export const textContent = (text: string): Content => ({ type: 'text', text })
