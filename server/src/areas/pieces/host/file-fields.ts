import type { Outbound } from '../../../kernel/net/outbound.ts'
import type { ToolCall } from '../../toolkits/index.ts'
import type { WorkFile } from '../protocol/messages.ts'

export type FileReader = {
  outbound: Outbound
  openFile: ToolCall['openFile'] | undefined
  signal: AbortSignal
}

/** In base64 and in one frame with everything else. */
const maxFileLength = 8 * 1024 * 1024

/** A file is given by its URL, as a data: URL, or by the id of a file of the acting user. */
export async function readFileField(reference: string, reader: FileReader): Promise<WorkFile> {
  if (reference.startsWith('data:')) return dataFile(reference)
  if (/^https?:\/\//i.test(reference)) return fetchedFile(reference, reader)
  if (!reader.openFile) throw new Error('Files must be given by URL here, not by id.')
  const file = await reader.openFile(reference)
  if (file === null) throw new Error(`There is no file "${reference.slice(0, 100)}" of this user.`)
  return workFile(file.name, file.bytes)
}

function dataFile(address: string): WorkFile {
  const [, type = '', isBase64, content = ''] = /^data:([^;,]*)[^,]*?(;base64)?,(.*)$/s.exec(address) ?? []
  const bytes = isBase64 ? Buffer.from(content, 'base64') : Buffer.from(decodeURIComponent(content))
  return workFile(`file.${type.split('/')[1] ?? 'bin'}`, bytes)
}

async function fetchedFile(address: string, { outbound, signal }: FileReader): Promise<WorkFile> {
  const response = await outbound.request({ url: address, maxBytes: maxFileLength, signal })
  if (response.status !== 200) {
    response.discard()
    throw new Error(`The file could not be downloaded: the URL responded with status ${response.status}.`)
  }
  const name = decodeURIComponent(new URL(address).pathname.split('/').at(-1) ?? '')
  return workFile(name || 'file', await response.bytes())
}

function workFile(filename: string, bytes: Uint8Array): WorkFile {
  if (bytes.length > maxFileLength)
    throw new Error(`Files for this tool can have at most ${maxFileLength} bytes.`)
  return {
    filename,
    extension: /\.([A-Za-z0-9]{1,10})$/.exec(filename)?.[1] ?? '',
    base64: Buffer.from(bytes).toString('base64'),
  }
}
