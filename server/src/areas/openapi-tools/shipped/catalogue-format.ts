import { z } from 'zod'
import type { ToolEntry, ToolkitEntry } from '../../toolkits/index.ts'
import { hintsOf } from '../document/open-document.ts'
import { spokenName } from '../document/operation-name.ts'

/**
 * The files of the shipped catalogue. Blocks are compressed one by one with a dictionary of what descriptions have in
 * common, so that one can be read without the others.
 */
export const fileNames = {
  toolkits: 'toolkits.json.zst',
  documents: 'documents.bin',
  tools: 'tools.bin',
  search: 'search.bin',
} as const

/** The position of a block in its file, and its size when decompressed. */
export type Block = { readonly at: number; readonly bytes: number; readonly opened: number }

const BlockShape = z.tuple([z.int(), z.int(), z.int()])

export const ToolkitLine = z.object({
  entry: z.custom<ToolkitEntry>(),
  originUrl: z.string().nullable(),
  document: BlockShape,
  tools: BlockShape,
})

export const ToolkitsFile = z.object({
  source: z.string(),
  describedAt: z.string(),
  dictionary: z.object({ documents: z.int(), tools: z.int() }),
  toolkits: z.array(ToolkitLine),
})
export type ToolkitsFile = z.output<typeof ToolkitsFile>

const methods = ['GET', 'PUT', 'POST', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'] as const
type Method = (typeof methods)[number]

/** The position of a tool's operation in the description. */
export type OperationRoute = { readonly path: string; readonly method: Method }

/** A tool as it is stored: what all tools of a toolkit share is left out. */
const ToolRow = z.tuple([
  z.string(),
  z.string(),
  z.string(),
  z.int(),
  z.string(),
  z.array(z.string()),
  z.array(z.string()),
  z.int(),
  z.int(),
])
export type ToolRow = z.output<typeof ToolRow>

const flags = { noAuth: 1, deprecated: 2 } as const

const maxDescriptionLength = 300

export function toRow(entry: ToolEntry, { path, method }: OperationRoute): ToolRow {
  const { slug, toolkitSlug, name, description, scopes, tags, noAuth, isDeprecated, schemaChars = 0 } = entry
  const short =
    description.length > maxDescriptionLength
      ? `${description.slice(0, maxDescriptionLength - 1)}…`
      : description
  return [
    slug.slice(toolkitSlug.length + 1),
    name,
    short.toWellFormed() === name ? '' : short.toWellFormed(),
    methods.indexOf(method),
    path,
    [...tags],
    [...scopes],
    (noAuth ? flags.noAuth : 0) | (isDeprecated ? flags.deprecated : 0),
    schemaChars,
  ]
}

export function fromRow(row: ToolRow, toolkit: ToolkitEntry): { entry: ToolEntry; route: OperationRoute } {
  const [name, title, description, methodAt, path, tags, scopes, flag, schemaChars] = row
  const method = methods[methodAt]!
  return {
    route: { path, method },
    entry: {
      slug: `${toolkit.slug}_${name}`,
      toolkitSlug: toolkit.slug,
      name: spokenName(title),
      description: description || title,
      type: 'action',
      noAuth: (flag & flags.noAuth) !== 0,
      scopes,
      tags,
      isImportant: false,
      isDeprecated: (flag & flags.deprecated) !== 0,
      popularityScore: toolkit.popularityScore,
      version: toolkit.version,
      hints: hintsOf(method),
      schemaChars,
    },
  }
}
