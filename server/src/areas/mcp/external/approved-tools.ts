import { createHash } from 'node:crypto'
import type { Tool } from '@modelcontextprotocol/client'
import { AppError } from '../../../kernel/errors.ts'
import { idOfName } from '../../../kernel/ids.ts'
import { objectSchema } from '../../../kernel/text/function-schema.ts'
import { distinctSlugOf, toolSlugOf } from '../../../kernel/text/tool-slug.ts'
import type { ApprovedTool } from '../store/toolkit.ts'

const maxDescription = 4_000
const maxSchemaBytes = 128 * 1024

export type ToolkitOfTools = { id: string; slug: string; version: string; noAuth: boolean }

/** With keys in one order, so that the same tool always has the same hash. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, each]) => [key, ordered(each)]))
}

/** Everything that a model or a policy would read about it. */
export const hashOfTool = ({
  name,
  title,
  description,
  inputSchema,
  outputSchema,
  annotations,
}: Tool): string =>
  createHash('sha256')
    .update(JSON.stringify(ordered({ name, title, description, inputSchema, outputSchema, annotations })))
    .digest('hex')

/** The slug that it has unless that is another tool's. */
export const slugOfTool = ({ slug }: Pick<ToolkitOfTools, 'slug'>, { name }: Pick<Tool, 'name'>): string =>
  toolSlugOf(slug, name)

/** What the server says of its tools, as tools of a toolkit. Hints of an unknown server make nothing less dangerous. */
export function approvedTools(
  toolkit: ToolkitOfTools,
  tools: readonly Tool[],
  reserved: ReadonlySet<string>,
): ApprovedTool[] {
  const taken = new Set(reserved)
  return tools.map((tool) => {
    const inputSchema = objectSchema(tool.inputSchema)
    if (JSON.stringify(inputSchema).length > maxSchemaBytes)
      throw new AppError(
        'upstream_too_large',
        `The schema of the tool ${tool.name.slice(0, 100)} is too large`,
      )
    const short = slugOfTool(toolkit, tool)
    const slug = taken.has(short) ? distinctSlugOf(toolkit.slug, tool.name, tool.name) : short
    taken.add(slug)
    const name = (tool.title ?? tool.annotations?.title ?? tool.name).slice(0, 200)
    return {
      id: idOfName(Buffer.from(toolkit.id.replaceAll('-', ''), 'hex'), slug),
      slug,
      name,
      remoteName: tool.name,
      inputSchema,
      sha256: hashOfTool(tool),
      entry: {
        slug,
        toolkitSlug: toolkit.slug,
        name,
        description: (tool.description ?? '').slice(0, maxDescription),
        type: 'action',
        noAuth: toolkit.noAuth,
        scopes: [],
        tags: [],
        isImportant: false,
        isDeprecated: false,
        popularityScore: 0,
        version: toolkit.version,
        hints: {
          isReadOnly: null,
          isDestructive: tool.annotations?.destructiveHint ?? null,
          isIdempotent: null,
        },
      },
    }
  })
}

export type ListingChange = { added: string[]; removed: string[]; changed: string[] }

/** How what the server says now differs from what was approved. */
export function compareTools(was: readonly ApprovedTool[], now: readonly ApprovedTool[]): ListingChange {
  const before = new Map(was.map((tool) => [tool.slug, tool]))
  const after = new Map(now.map((tool) => [tool.slug, tool]))
  return {
    added: now.filter(({ slug }) => !before.has(slug)).map(({ slug }) => slug),
    removed: was.filter(({ slug }) => !after.has(slug)).map(({ slug }) => slug),
    changed: now
      .filter(({ slug, sha256 }) => before.has(slug) && before.get(slug)!.sha256 !== sha256)
      .map(({ slug }) => slug),
  }
}

export const isChanged = ({ added, removed, changed }: ListingChange): boolean =>
  added.length + removed.length + changed.length > 0
