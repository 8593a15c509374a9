import type { DecidedBy, Deciders } from '../schema/spec.ts'

type Call = { name: string; slug: string; calls?: readonly string[] }

/**
 * Who may decide about a call: as the first policy says, else operators where the call is theirs by default. Each agent
 * that passed the work on has a policy, the outermost first; those behind it only narrow it. So do settings of the tools
 * that a workflow calls.
 */
export function decidedByOf(call: Call, isForOperators: boolean, policies: readonly Deciders[]): DecidedBy {
  const { name, slug, calls = [] } = call
  const [outermost, ...narrowing] = policies.map(
    (policy) => entryOf([name, slug], policy) ?? policy.decidedBy,
  )
  const ofParts = policies.flatMap((policy) => calls.map((tool) => entryOf([tool], policy)))
  const all = [outermost ?? (isForOperators ? 'operator' : 'both'), ...narrowing, ...ofParts]
  if (all.includes('operator')) return 'operator'
  return all.includes('end_user') ? 'end_user' : 'both'
}

/** A name that is not set has no entry: names come from outside, so an inherited property is no setting. */
function entryOf(names: readonly string[], { decidedByTool = {} }: Deciders): DecidedBy | undefined {
  const requested = names.map((name) => name.toLowerCase())
  return Object.entries(decidedByTool).find(([tool]) => requested.includes(tool.toLowerCase()))?.[1]
}
