import { AppError } from '../../../../kernel/errors.ts'
import { openCron } from '../../../../kernel/runs/schedules/cron.ts'
import type { Trigger } from '../../schema/workflow.ts'

/** Throws `invalid_cron` or `invalid_time_zone` for a schedule that would never run. */
export function refuseInvalidTriggers(triggers: readonly Trigger[]): void {
  for (const [i, { kind, expression, timezone = 'UTC', toolSlug, triggerId }] of triggers.entries()) {
    if (kind === 'cron') {
      if (expression === undefined) throw missing(i, 'expression')
      openCron(expression, timezone)
    }
    if (kind === 'trigger_tool' && toolSlug === undefined && triggerId === undefined)
      throw missing(i, 'toolSlug')
  }
}

const missing = (i: number, field: string) =>
  new AppError('missing_field', `triggers.${i}.${field} is required`, {
    details: [{ in: 'body', path: `/triggers/${i}/${field}`, rule: 'required', message: 'is required' }],
  })
