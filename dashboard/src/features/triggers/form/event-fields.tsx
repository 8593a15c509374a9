import { AreaField } from '../../../components/form/field.tsx'
import { EventTypePicker } from '../../events/event-type-picker.tsx'
import type { FieldsProps } from './fields-props.ts'

/** Which events of the project start it. */
export const EventFields = ({ form }: FieldsProps) => (
  <>
    <EventTypePicker
      chosen={form.values.eventTypes.split(' ').filter(Boolean)}
      error={form.bind('eventTypes').error}
      onChange={(chosen) => form.set({ eventTypes: chosen.join(' ') })}
    />
    <AreaField
      {...form.bind('filter')}
      label="Filter"
      isMono
      rows={2}
      placeholder={'{ "data.fileType": "image" }'}
      hint="Values that fields of the event must have, by path, as JSON. Empty: every event of these types."
    />
  </>
)
