import { CheckboxList } from '../../components/form/checkbox-list.tsx'
import { Checkbox } from '../../components/form/field.tsx'
import { groupsOf, isChosen, withPattern, withType } from './event-selection.ts'
import { eventText } from './event-text.ts'
import { useEventTypes } from './use-event-types.ts'
import './event-type-picker.css'

type PickerProps = {
  /** What choosing nothing means; the server refuses it without. */
  none?: string
  chosen: readonly string[]
  error: string | undefined
  onChange(chosen: readonly string[]): void
}

export function EventTypePicker({ none, chosen, error, onChange }: PickerProps) {
  const types = useEventTypes()
  const known = types.map(({ type }) => type)
  return (
    <CheckboxList
      label="Events"
      hint={
        chosen.length === 0 && none !== undefined
          ? none
          : 'A type ending in .* includes all events below it, including types added later.'
      }
      error={error}
    >
      {groupsOf(types).map(({ pattern, types: group }) => (
        <div key={pattern} className="event-group">
          <Checkbox
            name="eventTypes"
            label={<EventLabel type={pattern} />}
            isOn={chosen.includes(pattern)}
            onChange={(isOn) => onChange(withPattern(chosen, pattern, isOn))}
          />
          {group.map(({ type, description }) => (
            <div key={type} className="event-choice">
              <Checkbox
                name="eventTypes"
                label={<EventLabel type={type} />}
                hint={description}
                isOn={isChosen(chosen, type)}
                onChange={(isOn) => onChange(withType(chosen, type, isOn, known))}
              />
            </div>
          ))}
        </div>
      ))}
    </CheckboxList>
  )
}

const EventLabel = ({ type }: { type: string }) => (
  <>
    {eventText(type)} <code className="muted small">{type}</code>
  </>
)
