import { AppError } from '../../../../kernel/errors.ts'
import { isPermitted } from '../../../../kernel/http/auth/authorize.ts'
import { isUuid } from '../../../../kernel/ids.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Knowledge } from '../../../knowledge/index.ts'
import type { ToolCalls } from '../execute-tool.ts'
import type { MetaTool, Serving } from '../surface.ts'
import { failure } from '../to-result.ts'
import type { ContentSource } from './contents.ts'

type Deps = { knowledge: Pick<Knowledge, 'listCollections' | 'listSources' | 'readText'> }

const prefix = 'stoa://knowledge/'
const mostCollections = 100
// As many as one search can cover.
const mostSearched = 20

/** The collections that are shared with MCP clients, for reading. */
const exposedKnowledge = async ({ knowledge }: Pick<Deps, 'knowledge'>, scope: Scope) =>
  isPermitted(scope.permissions, 'knowledge:read')
    ? (await knowledge.listCollections(scope, { limit: mostCollections })).filter(
        ({ exposeViaMcp }) => exposeViaMcp,
      )
    : []

/** Searches the shared collections; none where no collection is shared. */
export async function knowledgeTool(
  deps: Deps & { callTool: ToolCalls },
  serving: Serving,
): Promise<MetaTool[]> {
  const collections = await exposedKnowledge(deps, serving.scope)
  if (collections.length === 0) return []
  const described = collections.map(({ id, name, description }) => `${id}: ${name} ${description}`.trim())
  return [
    {
      tool: {
        name: 'search_knowledge',
        description: 'Finds passages of the knowledge collections of this server for a question.',
        inputSchema: {
          type: 'object',
          properties: {
            query: { type: 'string', minLength: 1, maxLength: 2_000 },
            collection: {
              type: 'string',
              enum: collections.map(({ id }) => id),
              description: `All of them unless given. ${described.join('; ').slice(0, 2_000)}`,
            },
            limit: { type: 'integer', minimum: 1, maximum: 20 },
          },
          required: ['query'],
        },
        annotations: { readOnlyHint: true, openWorldHint: false },
      },
      async call({ collection, ...args }, signal) {
        const chosen = collections.filter(({ id }) => collection === undefined || id === collection)
        if (chosen.length === 0)
          return failure(`collection must be one of ${collections.map(({ id }) => id).join(', ')}`)
        const collectionIds = chosen.slice(0, mostSearched).map(({ id }) => id)
        return deps.callTool(serving, 'knowledge_search', { ...args, collectionIds }, signal)
      },
    },
  ]
}

/** Shared collections with their sources, and the text of each source. */
export function knowledgeContent(deps: Deps): ContentSource {
  async function read(scope: Scope, uri: string) {
    const [id = '', ...rest] = uri.slice(prefix.length).split('/')
    const collection = isUuid(id)
      ? (await exposedKnowledge(deps, scope)).find((each) => each.id === id.toLowerCase())
      : undefined
    if (!collection) return null
    if (rest.length === 0) {
      const { items, total } = await deps.knowledge.listSources(scope, collection.id, { limit: 100 })
      const sources = items.map(({ sourceKey, title, status, metadata }) => ({
        uri: `${prefix}${collection.id}/${sourceKey}`,
        title,
        status,
        metadata,
      }))
      return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify({ sources, total }) }] }
    }
    const text = await deps.knowledge.readText(scope, collection.id, rest.join('/')).catch(nullIfNotFound)
    return text === null ? null : { contents: [{ uri, mimeType: 'text/markdown', text }] }
  }

  return {
    resources: {
      list: async (scope) =>
        (await exposedKnowledge(deps, scope)).map(({ id, name, description }) => ({
          uri: `${prefix}${id}`,
          name,
          title: name,
          description,
          mimeType: 'application/json',
        })),
      listTemplates: async (scope) =>
        isPermitted(scope.permissions, 'knowledge:read')
          ? [
              {
                uriTemplate: `${prefix}{collection}/{+sourceKey}`,
                name: 'knowledge-source',
                title: 'Source of knowledge',
                description: 'The text of a source of a knowledge collection that is exposed.',
              },
            ]
          : [],
      read: async (scope, uri) => (uri.startsWith(prefix) ? read(scope, uri) : null),
    },
  }
}

function nullIfNotFound(error: unknown): null {
  if (error instanceof AppError && error.status === 404) return null
  throw error
}
