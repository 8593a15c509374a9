import { AppError } from '../../../kernel/errors.ts'
import type { JsonSchemas } from '../../../kernel/json-schema/json-schemas.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Files } from '../../files/index.ts'
import type { JsonSchema } from '../../toolkits/index.ts'

// What a result may take in an answer and in the log; the whole of a larger one becomes a file.
const mostBytes = 256 * 1024
const previewChars = 4_000
const keptDays = 30

export type Output = { data: unknown; isTruncated: boolean; fileId: string | null }

/** A result of a readable size; the whole of a large one is kept as a file of the acting user. */
export function createOutputs({ files, now }: { files: Pick<Files, 'create'>; now(): Date }) {
  return async function fit(scope: Scope, toolSlug: string, data: unknown): Promise<Output> {
    const json = JSON.stringify(data) ?? 'null'
    const bytes = Buffer.byteLength(json)
    if (bytes <= mostBytes) return { data: data ?? null, isTruncated: false, fileId: null }
    const isText = typeof data === 'string'
    const fileId = await files
      .create(scope, {
        fileType: 'other',
        name: `${toolSlug.slice(0, 60)}-result.${isText ? 'txt' : 'json'}`,
        content: Buffer.from(isText ? data : json),
        metadata: { toolSlug },
        expiresAt: new Date(now().getTime() + keptDays * 86_400_000).toISOString(),
      })
      .then(({ id }) => id, nullIfFull)
    const preview = json.slice(0, previewChars)
    return { data: { preview, sizeBytes: bytes, fileId }, isTruncated: true, fileId }
  }
}

/** The tool has done what it does: that all it said may not or cannot be kept must not make it look undone. */
function nullIfFull(error: unknown): null {
  if (error instanceof AppError && outOfRoom.has(error.code)) return null
  throw error
}

const outOfRoom = new Set<AppError['code']>([
  'storage_quota_exceeded',
  'storage_full',
  'file_too_large',
  'insufficient_scope',
])

/** What of a result does not fit the schema that the tool promises; at most a few of them. */
export function outputFaults(schemas: JsonSchemas, schema: JsonSchema, data: unknown): string[] {
  const { faults } = schemas.compile(schema).check(data)
  return faults
    .slice(0, 10)
    .map(({ path, message }) => `The result does not fit outputParameters: ${path || 'it'} ${message}`)
}
