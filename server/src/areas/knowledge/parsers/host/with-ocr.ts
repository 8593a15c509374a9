import { maxScannedPages } from '../protocol/messages.ts'
import type { ParseRequest, ParseResult, Parsers } from './pool.ts'

// A dense page takes eight seconds of processor time, which a busy server gives it late.
const pageTimeoutMs = 20_000
const imageTimeoutMs = 90_000

/**
 * Documents in one kind of process, images and scanned pages in another: text recognition takes 200 MB and seconds a page, which most
 * documents do not need, and those that wait for it do not hold up the others.
 */
export function withOcr(documents: Parsers, images: Parsers | null): Parsers {
  async function readScans(
    projectId: string,
    request: ParseRequest,
    plain: ParseResult,
  ): Promise<ParseResult> {
    if (images === null || plain.kind !== 'parsed' || !plain.hasScans) return plain
    const timeoutMs = request.timeoutMs + maxScannedPages * pageTimeoutMs
    const read = await images.parse(projectId, { ...request, timeoutMs })
    // A document with text is of use also without its images.
    return read.kind === 'refused' && plain.text.toString().trim() !== '' ? plain : read
  }

  return {
    isAvailable: documents.isAvailable,
    async parse(projectId, request) {
      if (request.format !== 'image')
        return readScans(projectId, request, await documents.parse(projectId, request))
      if (images === null)
        return {
          kind: 'refused',
          code: 'unsupported_file',
          message: 'Images are not read: text recognition is not installed.',
        }
      return images.parse(projectId, { ...request, timeoutMs: request.timeoutMs + imageTimeoutMs })
    },
    close: async () => void (await Promise.all([documents.close(), images?.close()])),
  }
}
