import { listOf, recordOf } from './context.ts'
import { kindOf, type SourceNode } from './source.ts'

const starters = new Set(['webhook', 'cron', 'start', 'interval', 'emailReadImap', 'rssFeedRead'])

export const isTrigger = (node: SourceNode): boolean =>
  /trigger$/i.test(kindOf(node)) || starters.has(kindOf(node))

/** A schedule as cron; null for what has none. */
export type TriggerHint = { name: string; kind: string; expression: string | null }

const fields: Record<string, (rule: Record<string, unknown>) => string> = {
  minutes: ({ minutesInterval }) => `*/${Number(minutesInterval ?? 5)} * * * *`,
  hours: ({ hoursInterval, triggerAtMinute }) =>
    `${Number(triggerAtMinute ?? 0)} ${everyOf(hoursInterval)} * * *`,
  days: ({ daysInterval, triggerAtHour, triggerAtMinute }) =>
    `${Number(triggerAtMinute ?? 0)} ${Number(triggerAtHour ?? 0)} ${everyOf(daysInterval)} * *`,
  weeks: ({ triggerAtDay, triggerAtHour, triggerAtMinute }) =>
    `${Number(triggerAtMinute ?? 0)} ${Number(triggerAtHour ?? 0)} * * ${Array.isArray(triggerAtDay) ? triggerAtDay.map(Number).join(',') : 0}`,
  months: ({ triggerAtDayOfMonth, triggerAtHour, triggerAtMinute }) =>
    `${Number(triggerAtMinute ?? 0)} ${Number(triggerAtHour ?? 0)} ${Number(triggerAtDayOfMonth ?? 1)} * *`,
  cronExpression: ({ expression }) => String(expression).trim().split(/\s+/).slice(-5).join(' '),
}

const everyOf = (interval: unknown): string => (Number(interval ?? 1) > 1 ? `*/${Number(interval)}` : '*')

export function triggerHint(node: SourceNode): TriggerHint {
  const kind = kindOf(node)
  const [rule] = listOf(recordOf(node.parameters.rule).interval)
  return { name: node.name, kind, expression: kind === 'scheduleTrigger' && rule ? scheduleOf(rule) : null }
}

/** An object in the place of a text or a number cannot become either. */
function scheduleOf(rule: Record<string, unknown>): string | null {
  try {
    const field = String(rule.field ?? 'days')
    return Object.hasOwn(fields, field) ? fields[field]!(rule) : null
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}
