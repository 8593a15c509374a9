/** Everything that is told to the outside, `noun.past`, and when. */
export const eventDescriptions = {
  'connected_account.active': 'A connected account can be used.',
  'connected_account.expired': 'The authorization of a connected account ran out.',
  'connected_account.failed': 'An account could not be connected.',
  'connected_account.deleted': 'A connected account was deleted.',
  'toolkit.drifted': 'The published description of an imported API differs from the version in use.',
  'trigger.fired': 'A trigger started something.',
  'trigger.disabled': 'A trigger was switched off.',
  'trigger.failed': 'A trigger could not start what it should.',
  'execution.started': 'A workflow began to run.',
  'execution.paused': 'A workflow waits for somebody.',
  'execution.completed': 'A workflow came to its end.',
  'execution.failed': 'A workflow ended with an error.',
  'execution.timeout': 'A workflow took too long and was ended.',
  'execution.cancelled': 'A workflow was cancelled.',
  'run.completed': 'An agent answered in a thread.',
  'run.error': 'An agent could not answer in a thread.',
  'run.interrupted': 'The answer of an agent was interrupted.',
  'knowledge.source.ready': 'A source of knowledge can be searched.',
  'knowledge.source.failed': 'A source of knowledge could not be read.',
  'skill.updated': 'A skill was changed.',
  'sandbox.session.ended': 'A sandbox session ended.',
  'browser.session.ended': 'A browser session ended.',
  'browser.session.handoff_requested': 'A browser session asks a person to take over.',
  'usage.low_balance': 'The credits of the project run low.',
  'usage.cap_reached': 'A limit on credits was reached.',
  'external_user.created': 'An end user was made, by name or by the first call with x-username.',
  'external_user.deactivated': 'An end user was switched off.',
  'external_user.deleted': 'An end user was erased, or merged into another.',
  'human_request.created': 'A tool put a question to a person.',
  'human_request.answered': 'A person answered the question of a tool.',
  'api_key.revoked': 'An API key was revoked.',
} as const

export type EventType = keyof typeof eventDescriptions

export const eventTypes = Object.keys(eventDescriptions) as EventType[]

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
