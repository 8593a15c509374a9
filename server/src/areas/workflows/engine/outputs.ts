import { storableJson } from '../../../kernel/db/json.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Files } from '../../files/index.ts'
import { NodeFailure } from './failure.ts'
import { executionLimits } from './limits.ts'

export type OutputsDeps = { files: Pick<Files, 'create' | 'open'>; now(): Date }

export type StoredOutput = { value: unknown; bytes: number; fileId: string | null }

const retentionDays = 30

/** Outputs of nodes: small ones are in their record, larger ones in a file of the acting user. */
export function createOutputs({ files, now }: OutputsDeps) {
  return {
    /** As it will be read from its record, so that a later attempt sees what this one does. */
    async store(scope: Scope, step: string, output: unknown): Promise<StoredOutput> {
      const json = storableJson(output)
      const bytes = Buffer.byteLength(json)
      if (bytes > executionLimits.outputBytes)
        throw new NodeFailure(
          'output_too_large',
          `The output has ${bytes} bytes, and at most ${executionLimits.outputBytes} are allowed. Select less, or store it as a file.`,
        )
      const value: unknown = JSON.parse(json)
      if (bytes <= executionLimits.inlineBytes) return { value, bytes, fileId: null }
      const { id } = await files.create(scope, {
        fileType: 'other',
        name: `${step.replaceAll(/[^\w-]/g, '-').slice(0, 80)}-output.json`,
        content: Buffer.from(json),
        metadata: { step },
        expiresAt: new Date(now().getTime() + retentionDays * 86_400_000).toISOString(),
      })
      return { value, bytes, fileId: id }
    },
    async load(scope: Scope, fileId: string): Promise<unknown> {
      const { stream } = await files.open(scope, fileId)
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk as Buffer)
      return JSON.parse(Buffer.concat(chunks).toString())
    },
  }
}

export type Outputs = ReturnType<typeof createOutputs>

/** The same without new files: for what is replayed. */
export const inMemory = ({ load }: Outputs): Outputs => ({
  load,
  async store(_scope, _step, output) {
    const json = storableJson(output)
    return { value: JSON.parse(json), bytes: Buffer.byteLength(json), fileId: null }
  },
})
