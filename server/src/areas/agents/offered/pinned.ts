import type { Scope } from '../../../kernel/scope.ts'
import { objectSchema } from '../../../kernel/text/function-schema.ts'
import type { Tools, ToolTraits } from '../../tools/index.ts'
import { riskOf } from '../policy/risk.ts'
import type { PlannedTool, TurnEffects } from '../schema/turn.ts'
import type { OfferedTool, PlannedStep } from './tool.ts'

const defaultTimeoutMs = 120_000

/** A tool of the project, called under its own name, or one like it where another tool has that. */
export const pinnedTool = (traits: ToolTraits, name: string, effects: TurnEffects): OfferedTool => ({
  name,
  description: traits.description || traits.name,
  parameters: objectSchema(traits.inputParameters),
  plan: (call) => planTool(traits, effects, call.arguments),
})

export async function planTool(
  traits: ToolTraits,
  effects: Pick<TurnEffects, 'planTool'>,
  input: Record<string, unknown>,
): Promise<PlannedStep> {
  const request = { toolSlug: traits.slug, toolVersion: traits.version, arguments: input, traits }
  const planned = await effects.planTool(request)
  return {
    kind: 'step',
    slug: traits.slug,
    name: traits.name,
    arguments: input,
    ...(planned.basis ? { basis: planned.basis } : {}),
    risk: riskOf(traits),
    ...(isShared(traits, planned) ? { usesSharedAccount: true } : {}),
    taint: traits.taintOf(input),
    class: planned.class,
    identity: { tool: planned.identity, arguments: input },
    timeoutMs: defaultTimeoutMs,
    execute: planned.execute,
    ...(planned.compute ? { compute: planned.compute } : {}),
  }
}

/** A tool that has an effect elsewhere without an account acts with what the project has stored, or as no one. */
const isShared = (traits: ToolTraits, { account }: PlannedTool): boolean =>
  account === 'owner' || (account === undefined && traits.reachesOut && !traits.isReadOnly)

/** What is still there of the tools that an agent names; others are left out, and named. */
export async function findTools(
  tools: Pick<Tools, 'traits'>,
  scope: Scope,
  requested: readonly { slug: string; version?: string }[],
): Promise<{ found: ToolTraits[]; missing: string[] }> {
  const all = await Promise.all(
    requested.map(({ slug, version }) => tools.traits(scope, slug, version).catch(nullIfUnknown)),
  )
  const isUsable = (traits: ToolTraits | null): traits is ToolTraits =>
    traits !== null && !traits.isDisabled && traits.type === 'action'
  return {
    found: all.filter(isUsable),
    missing: requested.flatMap(({ slug }, at) => (isUsable(all[at]!) ? [] : [slug])),
  }
}

function nullIfUnknown(error: unknown): null {
  const { code } = error as { code?: unknown }
  if (code === 'tool_not_found' || code === 'tool_version_not_found') return null
  throw error
}
