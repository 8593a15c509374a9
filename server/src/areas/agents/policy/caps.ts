import type { AgentSpec, CannedResponses, UsageCaps } from '../schema/spec.ts'
import type { TurnUsage } from '../schema/turn.ts'

const microPerCredit = 1_000_000
const defaultExceeded = 'The limit of this conversation has been reached.'

export type CapFacts = TurnUsage & {
  now: Date
  /** Messages of the user in the conversation, with those of this turn. */
  userMessages: number
}

export type CannedReply = {
  text: string
  reason: 'usage_cap' | 'canned'
  /** A human answers from then on. */
  escalates?: boolean
}

/** A reply that needs no model: outside of business hours, or beyond what the agent may be used for. Null for none. */
export function cannedReply({ behavior = {} }: AgentSpec, facts: CapFacts): CannedReply | null {
  const { cannedResponses = {}, usageCaps = {} } = behavior
  if (isExceeded(usageCaps, facts))
    return {
      text: usageCaps.exceededMessage ?? defaultExceeded,
      reason: 'usage_cap',
      ...(usageCaps.onExceeded === 'escalate' ? { escalates: true } : {}),
    }
  const { outOfHours } = cannedResponses
  return outOfHours !== undefined && isClosed(cannedResponses, facts.now)
    ? { text: outOfHours, reason: 'canned' }
    : null
}

function isExceeded(caps: UsageCaps, { userMessages, creditsMicro, messagesToday }: CapFacts): boolean {
  if (!caps.enabled) return false
  const { maxTurnsPerConversation, maxCreditsPerConversation, messagesPerUserPerDay } = caps
  return (
    userMessages > (maxTurnsPerConversation ?? Number.POSITIVE_INFINITY) ||
    creditsMicro >= (maxCreditsPerConversation ?? Number.POSITIVE_INFINITY) * microPerCredit ||
    messagesToday > (messagesPerUserPerDay ?? Number.POSITIVE_INFINITY)
  )
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

function isClosed({ businessHours }: CannedResponses, now: Date): boolean {
  if (!businessHours) return false
  const { timezone = 'UTC', days, start = '00:00', end = '24:00' } = businessHours
  const { weekday, time } = clockIn(timezone, now)
  if (days && days.length > 0 && !days.includes(weekdays.indexOf(weekday))) return true
  // Hours that end after midnight.
  return start <= end ? time < start || time >= end : time < start && time >= end
}

function clockIn(timeZone: string, now: Date): { weekday: string; time: string } {
  const options = { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const parts = new Map(
    new Intl.DateTimeFormat('en-GB', { ...options, timeZone: knownZone(timeZone) })
      .formatToParts(now)
      .map(({ type, value }) => [type, value]),
  )
  return { weekday: parts.get('weekday')!, time: `${parts.get('hour')}:${parts.get('minute')}` }
}

function knownZone(name: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}
