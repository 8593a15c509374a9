import type { Tools } from '../../tools/index.ts'

/**
 * What a call may do, from what can be left alone to what a human should look at.
 * - `none`: computes, in this process or in a sealed interpreter.
 * - `read`: reads from a service that its account decides.
 * - `open_read`: reads from a URL that the model chooses, and so can also carry data there.
 * - `own_write`: changes data of the acting user in this installation.
 * - `memory`: stores what later conversations have among their instructions.
 * - `external`: has an effect somewhere else: sends, spends, creates.
 * - `destructive`: deletes or overwrites.
 */
export type Risk = 'none' | 'read' | 'open_read' | 'own_write' | 'memory' | 'external' | 'destructive'

const order: readonly Risk[] = ['none', 'read', 'open_read', 'own_write', 'memory', 'external', 'destructive']

/** Of several calls that are made together, that of the worst. */
export const worstRisk = (risks: readonly Risk[]): Risk =>
  order[Math.max(0, ...risks.map((risk) => order.indexOf(risk)))]!

type Traits = Pick<
  Awaited<ReturnType<Tools['traits']>>,
  'isComputeOnly' | 'isSealed' | 'isDestructive' | 'isReadOnly' | 'isOpenWorld' | 'reachesOut'
>

export function riskOf(traits: Traits): Risk {
  if (traits.isComputeOnly || traits.isSealed) return 'none'
  if (traits.isDestructive) return 'destructive'
  if (traits.isReadOnly) return traits.isOpenWorld ? 'open_read' : 'read'
  return traits.reachesOut ? 'external' : 'own_write'
}
