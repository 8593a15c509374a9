import { randomBytes } from 'node:crypto'
import type { Caller } from '../../../test/harness.ts'

type Part = { name?: string; fileName?: string; content: string | Buffer }

/** A multipart form, written out by hand so that names can be as odd as an attacker likes. */
export function formOf(parts: readonly Part[]): [Buffer, Record<string, string>] {
  const boundary = `b${randomBytes(8).toString('hex')}`
  const chunks = parts.flatMap(({ name = 'file', fileName, content }) => [
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"`,
    fileName === undefined
      ? '\r\n\r\n'
      : `; filename="${fileName}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
    content,
    '\r\n',
  ])
  const body = Buffer.concat([...chunks, `--${boundary}--\r\n`].map((chunk) => Buffer.from(chunk)))
  return [body, { 'content-type': `multipart/form-data; boundary=${boundary}` }]
}

/** Sends one file to `upload/single`. */
export function upload(caller: Caller, fileType: string, fileName: string, content: string | Buffer) {
  const [body, headers] = formOf([{ fileName, content }])
  return caller.post(`/api/v1/file/upload/single/${fileType}`, body, headers)
}

/** Sends one file as the acting user; returns its result. */
export async function uploadAs(
  caller: Caller,
  fileName: string,
  content: string | Buffer,
  fileType = 'document',
) {
  const [body, headers] = formOf([{ name: 'files', fileName, content }])
  const response = await caller.post(`/api/v1/file/upload/multiple/${fileType}`, body, headers)
  return response.body.data[0]
}

export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
