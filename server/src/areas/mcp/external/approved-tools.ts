import { createHash } from 'node:crypto'
import type { Tool } from '@modelcontextprotocol/client'
import { AppError } from '../../../kernel/errors.ts'
import { idOfName } from '../../../kernel/ids.ts'
import { orderedText } from '../../../kernel/json-schema/compare-tools.ts'
import { objectSchema } from '../../../kernel/text/function-schema.ts'
import { distinctSlugOf, toolSlugOf } from '../../../kernel/text/tool-slug.ts'
import type { ApprovedTool, RemoteDefinition } from '../store/toolkit.ts'

const maxDescription = 4_000
const maxSchemaBytes = 128 * 1024

export type ToolkitOfTools = { id: string; slug: string; version: string; noAuth: boolean }

const definitionOf = ({
  title,
  description,
  inputSchema,
  outputSchema,
  annotations,
}: Tool): RemoteDefinition => ({
  title,
  description,
  inputSchema,
  outputSchema,
  annotations,
})

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex')

/** With keys in one order, so that the same tool always has the same hash. */
export const hashOfTool = (tool: Tool): string =>
  sha256Of(orderedText({ name: tool.name, ...definitionOf(tool) }))

/** A hash of which slug means which tool, independent of the order in which the server lists them. */
export const hashOfTools = (tools: readonly Pick<ApprovedTool, 'slug' | 'sha256'>[]): string =>
  sha256Of(
    tools
      .map(({ slug, sha256 }) => `${slug} ${sha256}`)
      .sort()
      .join(),
  )

/** The slug that it has unless that is another tool's. */
export const slugOfTool = ({ slug }: Pick<ToolkitOfTools, 'slug'>, { name }: Pick<Tool, 'name'>): string =>
  toolSlugOf(slug, name)

export type SlugsInUse = {
  /** Slugs of tools outside this toolkit. */
  reserved: ReadonlySet<string>
  /** Tools of this toolkit that were approved before. */
  was: readonly Pick<ApprovedTool, 'slug' | 'remoteName'>[]
}

/**
 * Slugs by the names at the server. Agents and policies name tools by slug, so an approved tool keeps its slug.
 * New names are sorted first: the server chooses the order of its list, and must not choose who gets a slug.
 */
function assignSlugs(
  toolkit: ToolkitOfTools,
  tools: readonly Tool[],
  { reserved, was }: SlugsInUse,
): Map<string, string> {
  const names = new Set(tools.map(({ name }) => name).sort())
  const slugs = new Map<string, string>()
  const taken = new Set(reserved)
  const assign = (name: string, slug: string) => {
    slugs.set(name, slug)
    taken.add(slug)
  }
  for (const { remoteName, slug } of was)
    if (names.has(remoteName) && !slugs.has(remoteName) && !taken.has(slug)) assign(remoteName, slug)
  for (const name of names) {
    if (slugs.has(name)) continue
    let slug = slugOfTool(toolkit, { name })
    for (let route = name; taken.has(slug); route += ' ') slug = distinctSlugOf(toolkit.slug, name, route)
    assign(name, slug)
  }
  return slugs
}

/** What the server says of its tools, as tools of a toolkit. Hints of an unknown server make nothing less dangerous. */
export function approvedTools(
  toolkit: ToolkitOfTools,
  tools: readonly Tool[],
  inUse: SlugsInUse,
): ApprovedTool[] {
  const slugs = assignSlugs(toolkit, tools, inUse)
  // A call sends the name alone, and is checked against the first tool with that name.
  const first = new Map(tools.toReversed().map((tool) => [tool.name, tool]))
  return [...slugs].map(([remoteName, slug]) => {
    const tool = first.get(remoteName)!
    const inputSchema = objectSchema(tool.inputSchema)
    const schemas = [inputSchema, tool.outputSchema ?? {}]
    if (schemas.some((schema) => JSON.stringify(schema).length > maxSchemaBytes))
      throw new AppError(
        'upstream_too_large',
        `The schema of the tool ${tool.name.slice(0, 100)} is too large`,
      )
    const name = (tool.title ?? tool.annotations?.title ?? tool.name).slice(0, 200)
    return {
      id: idOfName(Buffer.from(toolkit.id.replaceAll('-', ''), 'hex'), slug),
      slug,
      name,
      remoteName: tool.name,
      inputSchema,
      definition: definitionOf(tool),
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
