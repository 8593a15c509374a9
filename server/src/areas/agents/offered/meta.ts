import type { Db } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Connections } from '../../connections/index.ts'
import type { Toolkits } from '../../toolkits/index.ts'
import type { Tools } from '../../tools/index.ts'
import type { TurnEffects } from '../schema/turn.ts'
import { findTools, planTool } from './pinned.ts'
import { objectOf, simpleTool } from './simple.ts'
import type { OfferedTool } from './tool.ts'

export type MetaDeps = {
  db: Db
  tools: Pick<Tools, 'traits' | 'search'>
  toolkits: Pick<Toolkits, 'get'>
  connections: Pick<Connections, 'select' | 'connectedToolkits'>
}

export type MetaScope = {
  scope: Scope
  effects: Pick<TurnEffects, 'planTool'>
  /** The only tools that can be found; null for all. */
  allowed: ReadonlySet<string> | null
}

const maxHits = 8
const maxSchemas = 5

/**
 * Tools to find tools with: for an agent that may need any of a thousand, without their schemas in every request. What is
 * executed is decided about, recorded and logged as the tool that it is.
 */
export const metaTools = (deps: MetaDeps, meta: MetaScope): OfferedTool[] => [
  searchTool(deps, meta),
  schemaTool(deps, meta),
  executeTool(deps, meta),
  connectionTool(deps, meta),
]

const searchTool = ({ tools }: MetaDeps, { scope, allowed }: MetaScope): OfferedTool =>
  simpleTool({
    name: 'search_tools',
    description: 'Finds tools by what they should do. Get the schema of one before executing it.',
    parameters: objectOf(
      {
        query: { type: 'string', description: 'What the tool should do.' },
        limit: { type: 'integer', minimum: 1, maximum: maxHits },
      },
      ['query'],
    ),
    class: 'repeatable',
    check: ({ query }) => {
      if (typeof query !== 'string' || query.trim() === '') throw invalid('query must be a non-empty string')
    },
    async run({ query, limit }) {
      const requested = Math.min(maxHits, Math.max(1, Number(limit ?? maxHits) || maxHits))
      const hits = await tools.search(scope, {
        query: String(query).slice(0, 1000),
        // Of those that are found only some may be allowed.
        limit: allowed ? 50 : requested,
        onlyConnected: false,
        includeSchemas: false,
      })
      const usable = hits.filter(({ slug }) => allowed === null || allowed.has(slug)).slice(0, requested)
      return {
        tools: usable.map(({ slug, name, description, isConnected }) => ({
          slug,
          name,
          description: description.slice(0, 500),
          isConnected,
        })),
      }
    },
  })

const schemaTool = ({ tools }: MetaDeps, { scope, allowed }: MetaScope): OfferedTool =>
  simpleTool({
    name: 'get_tool_schemas',
    description: 'Returns the arguments of tools by their slugs.',
    parameters: objectOf({ slugs: { type: 'array', items: { type: 'string' }, maxItems: maxSchemas } }),
    class: 'repeatable',
    check: ({ slugs }) => {
      if (!Array.isArray(slugs) || slugs.length === 0 || slugs.length > maxSchemas)
        throw invalid(`slugs must be a list of at most ${maxSchemas}`)
    },
    async run({ slugs }) {
      const requested = (slugs as unknown[]).map((slug) => ({ slug: String(slug) }))
      const { found, missing } = await findTools(
        tools,
        scope,
        requested.filter(({ slug }) => isAllowed(allowed, slug)),
      )
      return {
        tools: found.map(({ slug, description, inputParameters }) => ({
          slug,
          description,
          inputParameters,
        })),
        unknown: [...missing, ...requested.flatMap(({ slug }) => (isAllowed(allowed, slug) ? [] : [slug]))],
      }
    },
  })

const executeTool = ({ tools }: MetaDeps, { scope, effects, allowed }: MetaScope): OfferedTool => ({
  name: 'execute_tool',
  description: 'Executes a tool that was found, with arguments that match its schema.',
  parameters: objectOf({ slug: { type: 'string' }, arguments: { type: 'object' } }),
  async plan({ arguments: { slug, arguments: input = {} } }) {
    const name = String(slug ?? '')
    if (!isAllowed(allowed, name)) throw new AppError('tool_not_found', `There is no tool ${name}`)
    const traits = await tools.traits(scope, name)
    if (traits.isDisabled || traits.type !== 'action')
      throw new AppError('tool_not_found', `The tool ${name} cannot be executed`)
    if (typeof input !== 'object' || input === null || Array.isArray(input))
      throw invalid('arguments must be an object')
    const planned = await planTool(traits, effects, input as Record<string, unknown>)
    return { ...planned, inputSchema: traits.inputParameters }
  },
  // Who edits a call edits the arguments that were shown; the tool stays the one that was shown.
  withArguments: (own, inner) => ({ ...own, arguments: inner }),
})

const connectionTool = ({ db, toolkits, connections }: MetaDeps, { scope }: MetaScope): OfferedTool =>
  simpleTool({
    name: 'manage_connections',
    description:
      'Lists the services that the user has connected, or, with a toolkit, says whether it is connected and gives the link with which the user can connect it.',
    parameters: objectOf({ toolkit: { type: 'string' } }, []),
    class: 'repeatable',
    async run({ toolkit }) {
      if (toolkit === undefined) return { connected: [...(await connections.connectedToolkits(db, scope))] }
      const slug = String(toolkit)
      try {
        await connections.select(scope, await toolkits.get(db, scope, slug), { toolSlug: '' })
        return { toolkit: slug, isConnected: true }
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500) throw error
        return { toolkit: slug, isConnected: false, message: error.message, ...(error.extras.facts ?? {}) }
      }
    },
  })

const isAllowed = (allowed: ReadonlySet<string> | null, slug: string): boolean =>
  allowed === null || allowed.has(slug)

const invalid = (message: string) => new AppError('invalid_parameter', message)
