import { z } from 'zod'
import { offsetOf, type Page, pageOf } from '../../../kernel/page.ts'
import type { Pieces } from '../../pieces/index.ts'
import type { ToolDefinition } from '../../toolkits/index.ts'
import { toTriggerType, triggerTypes } from '../catalogue/types.ts'
import { PollConfig } from '../schema/config.ts'
import type { TriggerType, TriggerTypeQuery } from '../schema/trigger-type.ts'
import { typeNotFound } from './refusals.ts'

/** What triggers there can be: our own types, and those of toolkits that are polled. */
export function createTriggerTypes({ provider }: Pick<Pieces, 'provider'>, hasPieces: boolean) {
  /** Null where no toolkit has it. */
  async function findPolled(slug: string): Promise<ToolDefinition | null> {
    const tool = hasPieces ? await provider.findTool(slug) : null
    return tool?.type === 'poll' ? tool : null
  }

  type Listed = Pick<TriggerType, 'slug' | 'name' | 'description' | 'kind' | 'toolkitSlug'>

  async function listPolled(): Promise<Listed[]> {
    const toolkits = hasPieces ? await provider.listToolkits() : []
    const tools = await Promise.all(
      toolkits.filter(({ triggerCount }) => triggerCount > 0).map(({ slug }) => provider.listTools(slug)),
    )
    return tools
      .flat()
      .filter(({ type }) => type === 'poll')
      .map(({ slug, name, description, toolkitSlug }) => ({
        slug,
        name,
        description,
        kind: 'poll',
        toolkitSlug,
      }))
  }

  async function get(slug: string): Promise<TriggerType> {
    const own = triggerTypes.find((type) => type.slug === slug)
    if (own) return toTriggerType(own)
    const tool = await findPolled(slug)
    if (!tool) throw typeNotFound(slug)
    return polledType(tool)
  }

  return {
    findPolled,
    get,
    /** Schemas are made for the shown ones only. */
    async list(query: TriggerTypeQuery): Promise<Page<TriggerType>> {
      const text = query.q?.toLowerCase() ?? ''
      const all: Listed[] = [...triggerTypes, ...(await listPolled())]
      const found = all.filter(
        ({ slug, name, description, kind, toolkitSlug }) =>
          (!query.kind || kind === query.kind) &&
          (!query.toolkitSlug || toolkitSlug === query.toolkitSlug) &&
          `${slug} ${name} ${description}`.toLowerCase().includes(text),
      )
      const from = offsetOf(query)
      const shown = found.slice(from, from + query.limit)
      return pageOf(await Promise.all(shown.map(({ slug }) => get(slug))), found.length, query)
    },
  }
}

export type TriggerTypes = ReturnType<typeof createTriggerTypes>

const { $schema: _, ...pollSchema } = z.toJSONSchema(PollConfig, { io: 'input' })

const polledType = (tool: ToolDefinition): TriggerType => ({
  slug: tool.slug,
  name: tool.name,
  description: tool.description,
  kind: 'poll',
  toolkitSlug: tool.toolkitSlug,
  needsAccount: !tool.noAuth,
  configSchema: { ...pollSchema, properties: { ...pollSchema.properties, arguments: tool.inputParameters } },
  payloadSchema: { type: 'object', properties: { data: tool.outputParameters }, required: ['data'] },
  samplePayload: { data: {} },
})
