import { z } from 'zod'
import { offsetOf, type Page, pageOf } from '../../../kernel/page.ts'
import type { Pieces } from '../../pieces/index.ts'
import type { ToolDefinition } from '../../toolkits/index.ts'
import { toTriggerType, triggerTypes } from '../catalogue/types.ts'
import { PollConfig, SubscriptionConfig } from '../schema/config.ts'
import type { TriggerType, TriggerTypeQuery } from '../schema/trigger-type.ts'
import { typeNotFound } from './refusals.ts'

type PieceTrigger = NonNullable<Awaited<ReturnType<Pieces['provider']['findTrigger']>>>

/** A trigger that a toolkit brings: polled, or called by its service at a URL of ours. */
export type ToolkitTrigger = Omit<PieceTrigger, 'strategy'> & { kind: 'poll' | 'webhook' }

const kinds: Readonly<Record<string, ToolkitTrigger['kind']>> = { POLLING: 'poll', WEBHOOK: 'webhook' }

/** What triggers there can be: our own types, and those of toolkits. */
export function createTriggerTypes({ provider }: Pick<Pieces, 'provider'>, hasPieces: boolean) {
  /** Null where no toolkit has it. Those whose service calls one URL for all accounts are not offered. */
  async function findOfToolkit(slug: string): Promise<ToolkitTrigger | null> {
    const { strategy, ...found } = (hasPieces && (await provider.findTrigger(slug))) || { strategy: '' }
    const kind = kinds[strategy]
    return kind && 'tool' in found ? { ...found, kind } : null
  }

  type Listed = Pick<TriggerType, 'slug' | 'name' | 'description' | 'kind' | 'toolkitSlug'>

  async function listOfToolkits(): Promise<Listed[]> {
    const toolkits = hasPieces ? await provider.listToolkits() : []
    const tools = await Promise.all(
      toolkits.filter(({ triggerCount }) => triggerCount > 0).map(({ slug }) => provider.listTools(slug)),
    )
    const slugs = tools
      .flat()
      .filter(({ type }) => type !== 'action')
      .map(({ slug }) => slug)
    const found = await Promise.all(slugs.map(findOfToolkit))
    return found
      .filter((trigger) => trigger !== null)
      .map(({ kind, tool: { slug, name, description, toolkitSlug } }) => ({
        slug,
        name,
        description,
        kind,
        toolkitSlug,
      }))
  }

  async function get(slug: string): Promise<TriggerType> {
    const own = triggerTypes.find((type) => type.slug === slug)
    if (own) return toTriggerType(own)
    const trigger = await findOfToolkit(slug)
    if (!trigger) throw typeNotFound(slug)
    return toolkitType(trigger)
  }

  return {
    findOfToolkit,
    get,
    /** Schemas are made for the shown ones only. */
    async list(query: TriggerTypeQuery): Promise<Page<TriggerType>> {
      const text = query.q?.toLowerCase() ?? ''
      const all: Listed[] = [...triggerTypes, ...(await listOfToolkits())]
      const found = all.filter(
        ({ slug, name, description, kind, toolkitSlug }) =>
          (!query.kind || kind === query.kind) &&
          (!query.toolkitSlug || toolkitSlug === query.toolkitSlug) &&
          (!query.source || (toolkitSlug === null) === (query.source === 'built_in')) &&
          `${slug} ${name} ${description}`.toLowerCase().includes(text),
      )
      const from = offsetOf(query)
      const shown = found.slice(from, from + query.limit)
      return pageOf(await Promise.all(shown.map(({ slug }) => get(slug))), found.length, query)
    },
  }
}

export type TriggerTypes = ReturnType<typeof createTriggerTypes>

const schemaOf = (config: z.ZodType, { inputParameters }: ToolDefinition) => {
  const { $schema: _, ...schema } = z.toJSONSchema(config, { io: 'input' })
  return { ...schema, properties: { ...schema.properties, arguments: inputParameters } }
}

const toolkitType = ({ kind, tool }: ToolkitTrigger): TriggerType => ({
  slug: tool.slug,
  name: tool.name,
  description: tool.description,
  kind,
  toolkitSlug: tool.toolkitSlug,
  needsAccount: !tool.noAuth,
  configSchema: schemaOf(kind === 'poll' ? PollConfig : SubscriptionConfig, tool),
  payloadSchema: { type: 'object', properties: { data: tool.outputParameters }, required: ['data'] },
  samplePayload: { data: {} },
})
