import { upgrade } from '@scalar/openapi-upgrader'
import { parseDocument } from 'yaml'
import { type ApiDocument, maxDocumentBytes } from './api-document.ts'
import { cleanTree, invalidDescription, type Json } from './clean-tree.ts'

// Each may expand to many: hand-written documents come nowhere near.
const maxAliases = 1000

/** Reads JSON or YAML. Slow for large ones: see `readApart`. */
export function readDocument(text: string): ApiDocument {
  if (Buffer.byteLength(text) > maxDocumentBytes) {
    throw invalidDescription(
      `The description is larger than ${maxDocumentBytes / 1024 / 1024} MiB.`,
      'Import a smaller part of it.',
    )
  }
  return toApiDocument(parse(text))
}

export function toApiDocument(parsed: unknown): ApiDocument {
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw notOne()
  const cleaned = cleanTree(parsed as Json)
  const isKnown = /^3\.[01]\./.test(String(cleaned.openapi)) || String(cleaned.swagger) === '2.0'
  if (!isKnown || typeof cleaned.paths !== 'object' || cleaned.paths === null) throw notOne()
  try {
    // It changes what it is given, which is our copy.
    return upgrade(cleaned as Record<string, unknown>, '3.1') as unknown as ApiDocument
  } catch (cause) {
    throw invalidDescription(
      'The description cannot be brought to OpenAPI 3.1.',
      'Check it with a validator.',
      cause,
    )
  }
}

function parse(text: string): unknown {
  if (/^\s*\{/.test(text)) {
    try {
      return JSON.parse(text)
    } catch {
      // YAML may begin with a brace as well, and its faults have a line.
    }
  }
  const document = parseDocument(text, { schema: 'core', uniqueKeys: true, merge: true, logLevel: 'silent' })
  const [fault] = document.errors
  if (fault) {
    const line = fault.linePos?.[0].line
    throw invalidDescription(
      `The description is neither JSON nor YAML: ${fault.code}${line === undefined ? '' : ` in line ${line}`}.`,
      'Give an OpenAPI document as JSON or YAML.',
      fault,
    )
  }
  try {
    return document.toJS({ maxAliasCount: maxAliases })
  } catch (cause) {
    throw invalidDescription(
      'The description repeats itself by too many aliases.',
      'Write it without aliases.',
      cause,
    )
  }
}

const notOne = () =>
  invalidDescription(
    'This is no API description: neither Swagger 2.0 nor OpenAPI 3.0 or 3.1 with paths.',
    'Give the URL or the text of an OpenAPI document.',
  )
