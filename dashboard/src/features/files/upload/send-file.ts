import { StoaError, type StoredFile } from '@stoa/sdk'
import { sendMultipart } from './send-multipart.ts'
import type { Sending } from './sending.ts'

const mib = 1024 * 1024

/** What is larger goes in parts: a broken line then costs a part and not the whole. */
const wholeUpToBytes = 5 * mib

export const isMultipart = ({ file }: Pick<Sending, 'file'>): boolean => file.size > wholeUpToBytes

export const sendFile = (sending: Sending): Promise<StoredFile> =>
  isMultipart(sending) ? sendMultipart(sending) : sendWhole(sending)

async function sendWhole(sending: Sending): Promise<StoredFile> {
  const { api, file, fileType, expiresAt, signal, onProgress } = sending
  const [result] = await api.upload('/api/v1/file/upload/multiple/{fileType}', {
    params: { fileType },
    file,
    ...(expiresAt === null ? {} : { fields: { expiresAt } }),
    signal,
    // The form around the file is counted too.
    onProgress: ({ sentBytes }) => onProgress(Math.min(sentBytes, file.size)),
  })
  if (result?.file) return result.file
  const { code, message } = result?.error ?? { code: 'unexpected_response', message: 'Empty response' }
  throw new StoaError({ code, message, type: 'upload', status: 422 })
}
