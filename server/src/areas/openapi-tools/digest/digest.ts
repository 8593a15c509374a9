import { createHash } from 'node:crypto'
import { AppError } from '../../../kernel/errors.ts'
import type { ToolEntry, ToolkitChanges } from '../../toolkits/index.ts'
import { type ApiDocument, maxDocumentBytes } from '../document/api-document.ts'
import { invalidDescription } from '../document/clean-tree.ts'
import { type OpenedDocument, type OpenOptions, openDocument } from '../document/open-document.ts'
import { listOperations, withOperations } from '../document/operation.ts'
import { readDocument } from '../document/read-document.ts'
import { carriedOver } from './carry-over.ts'
import { compareDocuments } from './compare.ts'

export type DigestRequest = {
  readonly text: string
  /** With the selection of operations to include. */
  readonly options: OpenOptions
  /** The current version, as it was stored, to compute what changes. */
  readonly previous: { readonly json: string; readonly options: OpenOptions } | null
  /** Preserves the names and the auth schemes of the current version. */
  readonly isCarriedOver?: boolean
}

/** All that an import needs to know of a description. */
export type Digest = {
  /** The cleaned document, as it is stored. */
  readonly json: string
  readonly sha256: string
  readonly title: string
  readonly description: string
  readonly apiVersion: string
  /** What the document itself says, and what the one before it said. */
  readonly declared: Declared
  readonly previouslyDeclared: Declared | null
  readonly entries: readonly ToolEntry[]
  readonly changes: ToolkitChanges | null
}

/** The URLs and the auth schemes of an API: what decides where credentials are sent. */
export type Declared = Pick<OpenedDocument, 'baseUrl' | 'authSchemes' | 'allowedHosts'>

/** What went wrong, in a form that can be passed between threads. */
export type DigestFault = { readonly message: string; readonly hint: string }
export type DigestReply = { readonly digest: Digest } | { readonly fault: DigestFault }

// What is short in YAML may be longer in JSON, but not much longer.
const maxStoredLength = 3 * maxDocumentBytes

export function digestOf({ text, options: target, previous, isCarriedOver }: DigestRequest): DigestReply {
  try {
    const { selection = {}, ...options } = target
    const before = previous ? (JSON.parse(previous.json) as ApiDocument) : null
    const read = readDocument(text)
    const whole = before && isCarriedOver ? carriedOver(read, before, options.toolkitSlug) : read
    const document = withOperations(whole, listOperations(whole, options.toolkitSlug, selection))
    const opened = openDocument(document, options)
    const changes =
      before && previous ? compareDocuments(openDocument(before, previous.options), opened) : null
    const json = JSON.stringify(document)
    if (json.length > maxStoredLength)
      throw invalidDescription(
        'The description is too large once it is written out.',
        'Import a smaller part of it.',
      )
    const { title, description, apiVersion } = opened
    return {
      digest: {
        json,
        sha256: createHash('sha256').update(json).digest('hex'),
        title,
        description,
        apiVersion,
        changes,
        declared: declaredIn(document, options),
        previouslyDeclared: before && previous ? declaredIn(before, previous.options) : null,
        entries: opened.operations().map((entry) => ({
          ...entry,
          schemaChars: JSON.stringify(opened.tool(entry.slug)!.inputParameters).length,
        })),
      },
    }
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_api_description')
      return { fault: { message: error.message, hint: error.extras.hint ?? '' } }
    throw error
  }
}

function declaredIn(document: ApiDocument, { toolkitSlug, version, origin = null }: OpenOptions): Declared {
  const opened = openDocument(document, { toolkitSlug, version, origin })
  return { baseUrl: opened.baseUrl, authSchemes: opened.authSchemes, allowedHosts: opened.allowedHosts }
}
