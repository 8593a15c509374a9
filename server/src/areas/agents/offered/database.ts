import { AppError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { objectSchema } from '../../../kernel/text/function-schema.ts'
import type { Tools, ToolTraits } from '../../tools/index.ts'
import { type Access, databaseAccessOf } from '../policy/database-access.ts'
import type { AgentSpec } from '../schema/spec.ts'
import type { TurnEffects } from '../schema/turn.ts'
import type { TableNotes } from './describe-tables.ts'
import { findTools, planTool } from './pinned.ts'
import type { OfferedTool } from './tool.ts'

// Operations of the built-in toolkit, with the access that each needs.
const operations: readonly { name: string; slug: string; access: Access }[] = [
  { name: 'database_query', slug: 'table_query', access: 'read' },
  { name: 'database_get', slug: 'table_get', access: 'read' },
  { name: 'database_insert', slug: 'table_insert', access: 'write' },
  { name: 'database_update', slug: 'table_update', access: 'write' },
  { name: 'database_delete', slug: 'table_delete', access: 'delete' },
]

type DatabaseTurn = { scope: Scope; effects: TurnEffects; agent: AgentSpec; notes: TableNotes }

export const noNotes: TableNotes = { text: '', ids: {} }

/** Access to the collections of an agent, as its policies say. */
export async function databaseTools(
  tools: Pick<Tools, 'traits'>,
  { scope, effects, agent, notes }: DatabaseTurn,
): Promise<OfferedTool[]> {
  const policies = databaseAccessOf(agent)
  if (policies.size === 0) return []
  const allowed = (access: Access) =>
    [...policies].flatMap(([id, granted]) => (granted.has(access) ? [id] : []))
  const requested = operations.filter(({ access }) => allowed(access).length > 0)
  const { found } = await findTools(tools, scope, requested)
  const offered = requested.flatMap(({ name, slug, access }) => {
    const traits = found.find((each) => each.slug === slug)
    return traits ? [{ name, traits, collections: allowed(access) }] : []
  })
  return offered.map(({ name, traits, collections }, at) => {
    // Once is enough for the model, and each costs tokens in every request.
    const about = at === 0 ? notes.text : `Collections and their fields: see ${offered[0]!.name}.`
    const description = notes.text === '' ? traits.description : `${traits.description}\n\n${about}`
    return restrictedTool(name, { ...traits, description }, effects, { collections, ids: notes.ids })
  })
}

/** The tool with collections of the agent alone. */
const restrictedTool = (
  name: string,
  traits: ToolTraits,
  effects: TurnEffects,
  { collections, ids }: { collections: readonly string[]; ids: TableNotes['ids'] },
): OfferedTool => {
  const schema = objectSchema(traits.inputParameters)
  const properties = schema.properties as Record<string, object>
  return {
    name,
    description: traits.description,
    parameters: {
      ...schema,
      properties: { ...properties, collection: { ...properties.collection, enum: collections } },
    },
    async plan({ arguments: input }) {
      const named = String(input.collection)
      const collection = Object.hasOwn(ids, named) ? ids[named]! : named
      if (!collections.includes(collection))
        throw new AppError('invalid_parameter', `collection must be one of ${collections.join(', ')}`)
      return planTool(traits, effects, { ...input, collection })
    },
  }
}
