import { type Compute, isOverrun } from '../../../../kernel/compute/compute.ts'
import { handOver } from '../../../../kernel/compute/job.ts'
import { AppError } from '../../../../kernel/errors.ts'
import type { JsonSchemas } from '../../../../kernel/json-schema/json-schemas.ts'
import { isLightSchema, isLightValue } from '../../../../kernel/json-schema/weight.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Files } from '../../../files/index.ts'
import { shapeJob } from './output-jobs.ts'
import { type RawOutput, type ShapedOutput, shapeOutput, splitLarge, tooDeep } from './shape-output.ts'

const retentionDays = 30

export type Output = {
  data: unknown
  isTruncated: boolean
  fileId: string | null
  warnings: string[]
  /** Why the result cannot be shown at all; null when it can. */
  refusal: string | null
}

export type OutputDeps = {
  files: Pick<Files, 'create'>
  schemas: JsonSchemas
  compute: Compute
  now(): Date
}

type ToolOutput = Omit<RawOutput, 'large'> & { toolSlug: string }

/**
 * A result that was checked, without secrets and of a readable size; a large one is stored in full as a file of the
 * acting user. Small ones are processed synchronously, others in a thread.
 */
export function createOutputs({ files, schemas, compute, now }: OutputDeps) {
  async function shaped(scope: Scope, { data, schema, secrets }: ToolOutput): Promise<ShapedOutput> {
    const { large, ...split } = splitLarge(data)
    if (large === null && isLightValue(data) && (schema === null || isLightSchema(schema)))
      return shapeOutput(schemas, { ...split, large, schema, secrets })
    const raw: RawOutput = large
      ? { ...split, large, schema, secrets }
      : { data: null, large: { content: asJson(data), field: null }, schema, secrets }
    // The caller may have left: what the tool did is recorded all the same.
    return compute.run(shapeJob, handOver(raw, [raw.large!.content.bytes]), { projectId: scope.projectId })
  }

  async function retainedAsFile(
    scope: Scope,
    toolSlug: string,
    { bytes, isText }: Extract<ShapedOutput, { kind: 'cut' }>,
  ): Promise<string | null> {
    return files
      .create(scope, {
        fileType: 'other',
        name: `${toolSlug.slice(0, 60)}-result.${isText ? 'txt' : 'json'}`,
        content: Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength),
        metadata: { toolSlug },
        expiresAt: new Date(now().getTime() + retentionDays * 86_400_000).toISOString(),
      })
      .then(({ id }) => id, nullIfFull)
  }

  return async function fit(scope: Scope, input: ToolOutput): Promise<Output> {
    const nothing = { data: null, isTruncated: false, fileId: null, warnings: [], refusal: null }
    try {
      const output = await shaped(scope, input)
      if (output.kind === 'too-deep') return { ...nothing, refusal: tooDeep }
      const { warnings } = output
      if (output.kind === 'whole') return { ...nothing, data: output.data, warnings }
      const fileId = await retainedAsFile(scope, input.toolSlug, output)
      const { preview, sizeBytes } = output
      return { ...nothing, data: { preview, sizeBytes, fileId }, isTruncated: true, fileId, warnings }
    } catch (error) {
      if (isOverrun(error) || isBusy(error))
        return { ...nothing, refusal: 'The result takes too long to be read: ask the service for less.' }
      throw error
    }
  }
}

/** A thread reads JSON in a fraction of the time in which it copies objects. */
const asJson = (data: unknown) =>
  ({ bytes: Buffer.from(JSON.stringify(data) ?? 'null'), kind: 'json', charset: 'utf-8' }) as const

const isBusy = (error: unknown) => error instanceof AppError && error.code === 'compute_busy'

/** The tool has done what it does: that all it said may not or cannot be stored must not make it look undone. */
function nullIfFull(error: unknown): null {
  if (error instanceof AppError && outOfSpace.has(error.code)) return null
  throw error
}

const outOfSpace = new Set<AppError['code']>([
  'storage_quota_exceeded',
  'storage_full',
  'file_too_large',
  'insufficient_scope',
])
