import { LargeContent, type ReadContent, readValue } from '../../../../kernel/compute/large-content.ts'
import type { JsonSchemas } from '../../../../kernel/json-schema/json-schemas.ts'
import type { JsonSchema } from '../../../toolkits/index.ts'
import { createRedactor } from '../custom/hide-secrets.ts'

// The size of a result in a response and in the log; the whole of a larger one becomes a file.
const maxBytes = 256 * 1024
const previewChars = 4_000
// Deeper than any service means it, and shallow enough for everything that goes through a result step by step.
export const deepestResult = 200
export const tooDeep = `The result is nested deeper than ${deepestResult} levels.`
const maxWarnings = 10

/** A result as it came, with what it is held to. */
export type RawOutput = {
  data: unknown
  /** Content that was not read yet, and the field of `data` that it is; null when it is the whole. */
  large: { content: ReadContent; field: string | null } | null
  /** Null where nothing is promised of it. */
  schema: JsonSchema | null
  secrets: readonly string[]
}

export type ShapedOutput =
  | { kind: 'whole'; data: unknown; warnings: string[] }
  | {
      kind: 'cut'
      preview: string
      sizeBytes: number
      bytes: Uint8Array
      isText: boolean
      warnings: string[]
    }
  | { kind: 'too-deep' }

/** Checks a result, hides what is secret in it and cuts it to a readable size. */
export function shapeOutput(schemas: JsonSchemas, raw: RawOutput): ShapedOutput {
  const output = wholeOf(raw)
  if (isDeeper(output, deepestResult)) return { kind: 'too-deep' }
  const hide = createRedactor(raw.secrets)
  const faults = raw.schema === null ? [] : schemas.compile(raw.schema).check(output).faults
  const warnings = hide(
    faults
      .slice(0, maxWarnings)
      .map(({ path, message }) => `The result does not fit outputParameters: ${path || 'it'} ${message}`),
  )
  const data = hide(output ?? null)
  const json = JSON.stringify(data) ?? 'null'
  const sizeBytes = Buffer.byteLength(json)
  if (sizeBytes <= maxBytes) return { kind: 'whole', data, warnings }
  const isText = typeof data === 'string'
  const bytes = Buffer.from(isText ? data : json)
  return { kind: 'cut', preview: json.slice(0, previewChars), sizeBytes, bytes, isText, warnings }
}

/** Finds the content that was not read yet, so that it can be passed to a thread. */
export function splitLarge(data: unknown): Pick<RawOutput, 'data' | 'large'> {
  if (data instanceof LargeContent) return { data: null, large: { content: { ...data }, field: null } }
  if (typeof data !== 'object' || data === null) return { data, large: null }
  const found = Object.entries(data).find((entry) => entry[1] instanceof LargeContent)
  if (!found) return { data, large: null }
  const [field, content] = found as [string, LargeContent]
  return { data: { ...data, [field]: null }, large: { content: { ...content }, field } }
}

function wholeOf({ data, large }: RawOutput): unknown {
  if (large === null) return data
  const value = readValue(large.content)
  return large.field === null ? value : { ...(data as object), [large.field]: value }
}

export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null || value instanceof LargeContent) return false
  if (levels === 0) return true
  const parts: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
  return parts.some((part) => isDeeper(part, levels - 1))
}
