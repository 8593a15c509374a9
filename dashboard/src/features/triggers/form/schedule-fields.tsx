import { useEffect, useId, useState } from 'react'
import { errorMessage } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { SelectField, TextField } from '../../../components/form/field.tsx'
import { useRead } from '../../../project.ts'
import { describeCron } from '../describe-cron.ts'
import { NextRuns } from '../next-runs.tsx'
import { previewPath } from '../triggers-api.ts'
import type { FieldsProps } from './fields-props.ts'
import './trigger-form.css'

const presets = [
  { value: '* * * * *', label: 'Every minute' },
  { value: '*/15 * * * *', label: 'Every 15 minutes' },
  { value: '0 * * * *', label: 'Every hour' },
  { value: '0 9 * * *', label: 'Every day at 09:00' },
  { value: '0 9 * * 1-5', label: 'Weekdays at 09:00' },
  { value: '0 9 * * 1', label: 'Mondays at 09:00' },
  { value: '0 9 1 * *', label: 'On the first of the month at 09:00' },
]

const misfires = [
  { value: 'run_once', label: 'Run once for the last one' },
  { value: 'run_all', label: 'Run all of them, 100 at most' },
  { value: 'skip', label: 'Skip them' },
]

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]

/** When a schedule runs, with its next times while it is typed. */
export function ScheduleFields({ form }: FieldsProps) {
  const { expression, timezone } = form.values
  const isPreset = presets.some(({ value }) => value === expression)
  return (
    <>
      <SelectField
        label="Repeat"
        name="preset"
        value={isPreset ? expression : ''}
        choices={[...presets, { value: '', label: 'Custom cron expression' }]}
        onChange={(preset) => preset !== '' && form.set({ expression: preset })}
      />
      <div className="form-pair">
        <TextField
          {...form.bind('expression')}
          label="Cron expression"
          isMono
          isRequired
          hint="Minute, hour, day, month, weekday."
        />
        <TimeZoneField form={form} />
      </div>
      <SchedulePreview expression={expression} timezone={timezone} />
      <div className="form-pair">
        <SelectField
          {...form.bind('misfirePolicy')}
          label="Missed times"
          choices={misfires}
          hint="When no server was running."
        />
        <TextField
          {...form.bind('jitterSec')}
          label="Jitter (seconds)"
          type="number"
          hint="Starts up to so many seconds later."
        />
      </div>
    </>
  )
}

function TimeZoneField({ form }: FieldsProps) {
  const { value, error, onChange, name } = form.bind('timezone')
  const [local] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
  const choices = [...new Set([value, local, ...zones])].map((zone) => ({
    value: zone,
    label: zone === local && zone !== 'UTC' ? `${zone} (local)` : zone,
  }))
  return (
    <SelectField
      label="Time zone"
      name={name}
      value={value}
      error={error}
      choices={choices}
      onChange={onChange}
    />
  )
}

// Long enough to ask once per pause in typing.
const pauseMs = 250

function SchedulePreview({ expression, timezone }: { expression: string; timezone: string }) {
  const id = useId()
  const [typed, setTyped] = useState(expression)
  useEffect(() => {
    const timer = setTimeout(() => setTyped(expression), pauseMs)
    return () => clearTimeout(timer)
  }, [expression])
  const { data, error } = useRead(
    ['schedule-preview', typed, timezone],
    (api, signal) => api.get(previewPath, { query: { expression: typed, timezone }, signal }),
    { isEnabled: typed.trim() !== '', keepsPrevious: true },
  )
  const words = describeCron(expression)
  return (
    <section className="schedule-preview" aria-labelledby={id}>
      <h3 id={id}>{words ?? 'Next runs'}</h3>
      <div role="status">
        {error ? (
          <p className="field-error">{errorMessage(error)}</p>
        ) : data ? (
          <NextRuns times={data.nextRuns} timeZone={data.timezone} />
        ) : (
          <SkeletonLines count={3} />
        )}
      </div>
    </section>
  )
}
