/** Everything that is told to the outside, `noun.past`. */
export const eventTypes = [
  'connected_account.active',
  'connected_account.expired',
  'connected_account.failed',
  'connected_account.deleted',
  'trigger.fired',
  'trigger.disabled',
  'trigger.failed',
  'execution.started',
  'execution.paused',
  'execution.completed',
  'execution.failed',
  'execution.timeout',
  'execution.cancelled',
  'run.completed',
  'run.error',
  'run.interrupted',
  'knowledge.source.ready',
  'knowledge.source.failed',
  'skill.updated',
  'sandbox.session.ended',
  'browser.session.ended',
  'browser.session.handoff_requested',
  'usage.low_balance',
  'usage.cap_reached',
  'external_user.created',
  'external_user.deactivated',
  'external_user.deleted',
  'api_key.revoked',
] as const

export type EventType = (typeof eventTypes)[number]

/** `knowledge.*` and `knowledge.source.*` stand for everything below them. */
export const eventPatterns: readonly string[] = [
  ...new Set(
    eventTypes.flatMap((type) => {
      const words = type.split('.')
      return words.slice(1).map((_, i) => `${words.slice(0, i + 1).join('.')}.*`)
    }),
  ),
]

const covers = (selector: string, type: EventType): boolean =>
  selector.endsWith('.*') ? type.startsWith(selector.slice(0, -1)) : selector === type

/** The types that any of the selectors stands for; no selector at all stands for every type. */
export const selectedTypes = (selectors: readonly string[]): readonly EventType[] =>
  selectors.length === 0
    ? eventTypes
    : eventTypes.filter((type) => selectors.some((selector) => covers(selector, type)))
