import type { Scope } from '../../../kernel/scope.ts'
import type { Tables } from '../../tables/index.ts'
import type { ToolCalls } from './execute-tool.ts'
import type { MetaTool, Serving } from './surface.ts'
import { failure } from './to-result.ts'

type Deps = { tables: Pick<Tables, 'listCollections'>; callTool: ToolCalls }

const mostCollections = 100

/** The collections that are shared with MCP clients, for reading. */
export const exposedCollections = async ({ tables }: Pick<Deps, 'tables'>, scope: Scope) =>
  (await tables.listCollections(scope, { limit: mostCollections })).filter(({ exposeViaMcp }) => exposeViaMcp)

/** Reads documents of the shared collections; none where no collection is shared. */
export async function tableTool(deps: Deps, serving: Serving): Promise<MetaTool[]> {
  const collections = await exposedCollections(deps, serving.scope)
  if (collections.length === 0) return []
  const slugs = collections.map(({ slug }) => slug)
  return [
    {
      tool: {
        name: 'query_table',
        description: 'Finds documents of a collection by conditions or words, a page at a time.',
        inputSchema: {
          type: 'object',
          properties: {
            collection: { type: 'string', enum: slugs },
            filter: { type: 'object', description: 'Such as {"status": {"_eq": "open"}}.' },
            q: { type: 'string' },
            sort: { type: 'string', description: 'Such as status:asc,age:desc.' },
            limit: { type: 'integer', minimum: 1, maximum: 100 },
            offset: { type: 'integer', minimum: 0 },
          },
          required: ['collection'],
        },
        annotations: { readOnlyHint: true, openWorldHint: false },
      },
      async call(args, signal) {
        if (!slugs.includes(String(args.collection)))
          return failure(`collection must be one of ${slugs.join(', ')}`)
        return deps.callTool(serving, 'table_query', args, signal)
      },
    },
  ]
}
