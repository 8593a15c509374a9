import type { BrowserAction } from '../schema/action.ts'

export const hidden = '••••••••'
export const maxLoggedLength = 2_000

const clipped = (text: string): string => text.slice(0, maxLoggedLength)

/** For the event log: what was typed into a secret field is in no log, and neither is what may have been one. */
export function loggedAction(action: BrowserAction, isSecret: boolean): Record<string, unknown> {
  const { timeoutMs, ...facts } = action
  if (facts.type === 'fill') return { ...facts, value: isSecret ? hidden : clipped(facts.value) }
  if (facts.type === 'evaluate') return { ...facts, expression: clipped(facts.expression) }
  // The log says with `url` where the action led to.
  if ((facts.type === 'goto' || facts.type === 'wait') && facts.url !== undefined)
    return { ...facts, requestedUrl: facts.url }
  return facts
}
