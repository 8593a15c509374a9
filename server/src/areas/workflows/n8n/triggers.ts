import { listOf, recordOf } from './context.ts'
import { kindOf, type N8nWorkflow, type SourceNode } from './source.ts'
import { isWebhook, webhookConfig } from './webhook.ts'

const starters = new Set(['webhook', 'cron', 'start', 'interval', 'emailReadImap', 'rssFeedRead'])

export const isTrigger = (node: SourceNode): boolean =>
  /trigger$/i.test(kindOf(node)) || starters.has(kindOf(node))

export const isSchedule = (node: SourceNode): boolean =>
  /^(?:scheduleTrigger|cron|interval)$/.test(kindOf(node))

/** The trigger of the workflow: its schedule as cron, and the equal trigger here; null if there is none. */
export type TriggerHint = {
  name: string
  kind: string
  expression: string | null
  slug: 'cron' | 'webhook' | null
  triggerConfig: Record<string, unknown> | null
}

type Rule = Record<string, unknown>

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

/** One for each time at which it started. */
export function triggerHints(node: SourceNode, { settings }: Pick<N8nWorkflow, 'settings'>): TriggerHint[] {
  const kind = kindOf(node)
  const plain = { name: node.name, kind, expression: null }
  if (isWebhook(node)) return [{ ...plain, slug: 'webhook', triggerConfig: webhookConfig(node) }]
  const expressions = schedulesOf(node)
  if (expressions.length === 0) return [{ ...plain, slug: null, triggerConfig: null }]
  const timezone = settings?.timezone
  return expressions.map((expression) => ({
    ...plain,
    expression,
    slug: expression === null ? null : 'cron',
    triggerConfig: expression === null ? null : { expression, ...(timezone ? { timezone } : {}) },
  }))
}

function schedulesOf(node: SourceNode): (string | null)[] {
  const { parameters } = node
  switch (kindOf(node)) {
    case 'scheduleTrigger':
      return listOf(recordOf(parameters.rule).interval).map((rule) => scheduleOf(rule))
    case 'cron':
      return listOf(recordOf(parameters.triggerTimes).item).map((time) => scheduleOf(ruleOfTime(time)))
    case 'interval':
      return [scheduleOf(ruleOfUnit(parameters.unit, parameters.interval))]
    default:
      return []
  }
}

/** The older node has the same times under other names. */
function ruleOfTime({
  mode = 'everyDay',
  hour = 14,
  minute = 0,
  weekday,
  dayOfMonth,
  cronExpression,
  unit,
  value,
}: Rule): Rule {
  const at = { triggerAtHour: hour, triggerAtMinute: minute }
  switch (mode) {
    case 'everyMinute':
      return { field: 'minutes', minutesInterval: 1 }
    case 'everyHour':
      return { field: 'hours', ...at }
    case 'everyWeek':
      return { field: 'weeks', triggerAtDay: [weekday ?? 1], ...at }
    case 'everyMonth':
      return { field: 'months', triggerAtDayOfMonth: dayOfMonth, ...at }
    case 'custom':
      return { field: 'cronExpression', expression: cronExpression ?? '' }
    case 'everyX':
      return ruleOfUnit(unit ?? 'hours', value)
    default:
      return { field: 'days', ...at }
  }
}

const ruleOfUnit = (unit: unknown, value: unknown): Rule => ({
  field: typeof unit === 'string' ? unit : '',
  minutesInterval: value ?? 1,
  hoursInterval: value ?? 1,
})

/** An object in the place of a text or a number cannot become either. */
function scheduleOf(rule: Record<string, unknown>): string | null {
  try {
    const field = String(rule.field ?? 'days')
    // Cron has no weeks that are left out.
    if (field === 'weeks' && Number(rule.weeksInterval ?? 1) > 1) return null
    return Object.hasOwn(fields, field) ? fields[field]!(rule) : null
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}
