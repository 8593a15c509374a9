import type { Db } from '../../../../kernel/db/db.ts'
import type { Files } from '../../../files/index.ts'
import {
  type BuiltInToolkit,
  flag,
  integer,
  invalid,
  list,
  record,
  result,
  shape,
  text,
  tool,
} from '../tool.ts'

const fileId = text('The id of the file.', { format: 'uuid' })
const maxRead = 256 * 1024
const utf8 = new TextDecoder('utf-8', { fatal: true })
const visibleFields = ['id', 'name', 'mimeType', 'sizeBytes', 'createdAt'] as const

export const createFileToolkit = ({ db, files }: { db: Db; files: Files }): BuiltInToolkit => ({
  slug: 'file',
  name: 'Files',
  description: 'Lists, reads and writes files of the acting end user.',
  category: 'document-&-file-management',
  tools: [
    tool<{ q?: string; limit: number }>({
      operation: 'list',
      name: 'List files',
      description: 'Lists the files of the acting user, newest first.',
      input: shape({
        'q?': text('Part of the name.', { maxLength: 255 }),
        'limit?': integer('At most so many.', { default: 20, minimum: 1, maximum: 100 }),
      }),
      output: result({
        files: list('The files.', record('id, name, mimeType, sizeBytes and createdAt.')),
        total: integer('How many there are.'),
      }),
      effect: 'read',
      example: { arguments: {} },
      run: async ({ q, limit }, { scope }) => {
        const { items, total } = await files.list(scope, { q, limit })
        return {
          files: items.map((file) => Object.fromEntries(visibleFields.map((name) => [name, file[name]]))),
          total,
        }
      },
    }),
    tool<{ fileId: string; offset: number; maxBytes: number }>({
      operation: 'read_text',
      name: 'Read a text file',
      description: 'Reads the text of a file, a part at a time. Files that are no UTF-8 text are refused.',
      input: shape({
        fileId,
        'offset?': integer('Begin at this byte.', { default: 0, minimum: 0 }),
        'maxBytes?': integer('Read at most so many bytes.', {
          default: 65_536,
          minimum: 1,
          maximum: maxRead,
        }),
      }),
      output: result({
        text: text('The text.'),
        isWhole: flag('Whether the file ends here.'),
        nextOffset: integer('Where to continue.'),
      }),
      effect: 'read',
      isImportant: true,
      example: { arguments: { fileId: '0199f1a0-0000-7000-8000-000000000001' } },
      run: async ({ fileId: id, offset, maxBytes }, { scope }) => {
        const { file, stream } = await files.open(scope, id)
        const bytes = await partOf(stream, offset, maxBytes)
        // A character may have been cut in two at the end.
        for (let cut = 0; cut < Math.min(4, bytes.length + 1); cut++) {
          try {
            const nextOffset = offset + bytes.length - cut
            return {
              text: utf8.decode(bytes.subarray(0, bytes.length - cut)),
              isWhole: nextOffset >= file.sizeBytes,
              nextOffset,
            }
          } catch {}
        }
        throw invalid(`${file.name} is no UTF-8 text (${file.mimeType}).`)
      },
    }),
    tool<{ name: string; text: string }>({
      operation: 'write',
      name: 'Write a text file',
      description: 'Stores a text as a new file of the acting user and returns its id.',
      input: shape({
        name: text('The name, such as report.md.', { minLength: 1, maxLength: 200 }),
        text: text('The content.', { minLength: 1 }),
      }),
      output: result({ fileId, sizeBytes: integer('Its size.') }),
      effect: 'write',
      example: { arguments: { name: 'note.txt', text: 'Hello' } },
      run: async ({ name, text: content }, { saveFile }) => {
        const bytes = Buffer.from(content)
        return { fileId: await saveFile({ name, mimeType: 'text/plain', bytes }), sizeBytes: bytes.length }
      },
    }),
    tool<{ fileId: string }>({
      operation: 'info',
      name: 'Describe a file',
      description: 'Returns name, type, size and times of a file without reading it.',
      input: shape({ fileId }),
      output: result({ file: record('The file.') }),
      effect: 'read',
      example: { arguments: { fileId: '0199f1a0-0000-7000-8000-000000000001' } },
      run: async ({ fileId: id }, { scope }) => ({ file: await files.get(db, scope, id) }),
    }),
  ],
})

async function partOf(
  stream: AsyncIterable<Buffer> & { destroy(): void },
  offset: number,
  maxBytes: number,
): Promise<Buffer> {
  const parts: Buffer[] = []
  let passed = 0
  let taken = 0
  for await (const chunk of stream) {
    const from = Math.max(0, offset - passed)
    const part = chunk.subarray(from, from + maxBytes - taken)
    passed += chunk.length
    taken += part.length
    parts.push(part)
    if (taken >= maxBytes) break
  }
  stream.destroy()
  return Buffer.concat(parts)
}
