import type { DecidedBy, Deciders } from '../schema/spec.ts'

type Call = { name: string; slug: string }

/**
 * Who may decide about a call: as the first policy says, else operators where the call is theirs by default. Each agent
 * that passed the work on has a policy, the outermost first; those behind it only narrow it.
 */
export function decidedByOf(call: Call, isForOperators: boolean, policies: readonly Deciders[]): DecidedBy {
  const [outermost, ...narrowing] = policies.map((policy) => settingOf(call, policy))
  const all = [outermost ?? (isForOperators ? 'operator' : 'both'), ...narrowing]
  if (all.includes('operator')) return 'operator'
  return all.includes('end_user') ? 'end_user' : 'both'
}

/** A name that is not set has no entry: names come from outside, so an inherited property is no setting. */
function settingOf({ name, slug }: Call, { decidedBy, decidedByTool = {} }: Deciders): DecidedBy | undefined {
  const names = [name, slug].map((each) => each.toLowerCase())
  const entry = Object.entries(decidedByTool).find(([tool]) => names.includes(tool.toLowerCase()))
  return entry?.[1] ?? decidedBy
}
