import type { z } from 'zod'
import { AppError } from '../../../kernel/errors.ts'
import type { EventTypes } from '../../../kernel/events/event-types.ts'
import { findUnknownType } from '../../../kernel/events/unknown-type.ts'
import { faultsOf } from '../../../kernel/http/request/refusal.ts'
import { openCron } from '../../../kernel/runs/schedules/cron.ts'
import { type TriggerTypeEntry, triggerTypes } from '../catalogue/types.ts'
import type { CronConfig, EventConfig, SharedConfig } from '../schema/config.ts'
import type { TriggerRow } from '../schema/trigger.ts'
import { configInvalid } from './refusals.ts'

const shorthands = new Set(['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@hourly'])

/** Null for a type of a toolkit. */
export const builtInType = (slug: string): TriggerTypeEntry | null =>
  triggerTypes.find((type) => type.slug === slug) ?? null

/** Whether a toolkit has its service call the URL of the trigger. */
export const isSubscription = ({ slug, token }: Pick<TriggerRow, 'slug' | 'token'>): boolean =>
  token !== null && builtInType(slug) === null

/** The configuration with its defaults. Throws `trigger_config_invalid`, `invalid_cron` or `invalid_time_zone`. */
export function checkedConfig(
  type: TriggerTypeEntry,
  config: Record<string, unknown>,
  eventTypes: EventTypes,
): SharedConfig {
  const valid = parsedConfig(type.config, config)
  if (type.slug === 'cron') refuseInvalidCron(valid as CronConfig)
  if (type.slug === 'event') refuseUnknownTypes(eventTypes, valid as EventConfig)
  return valid
}

export function parsedConfig<T>(schema: z.ZodType<T>, config: Record<string, unknown>): T {
  const result = schema.safeParse(config)
  if (!result.success)
    throw configInvalid(
      faultsOf(result.error.issues, config, 'body').map((fault) => ({
        ...fault,
        path: `/triggerConfig${fault.path}`,
      })),
    )
  return result.data
}

/** Five fields cannot come more often than once per minute. */
export function refuseInvalidCron({
  expression,
  timezone,
}: Pick<CronConfig, 'expression' | 'timezone'>): void {
  if (expression.split(/\s+/).length !== 5 && !shorthands.has(expression.toLowerCase()))
    throw new AppError('invalid_cron', `The schedule "${expression.slice(0, 100)}" must have five fields`, {
      hint: 'Use minute, hour, day, month and weekday, as in "0 9 * * 1-5".',
    })
  openCron(expression, timezone)
}

/** A trigger that waits for a misspelt type would never start. */
function refuseUnknownTypes(known: EventTypes, { eventTypes }: EventConfig): void {
  const unknown = findUnknownType(known, eventTypes, '/triggerConfig/eventTypes')
  if (unknown) throw configInvalid([unknown.detail], unknown.hint)
}
