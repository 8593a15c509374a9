import { setTimeZone, timeZones, useTimeZone } from '../../state/time-zone.ts'
import './field.css'
import './select.css'

/** In which time zone times and days are shown, everywhere in this browser. */
export function TimeZoneSelect() {
  const zone = useTimeZone()
  return (
    <select
      className="input"
      aria-label="Time zone"
      title="Time zone of times and days, in this browser"
      value={zone}
      onChange={(event) => setTimeZone(event.target.value)}
    >
      {[...new Set([zone, ...timeZones()])].map((each) => (
        <option key={each} value={each}>
          {each.replaceAll('_', ' ')}
        </option>
      ))}
    </select>
  )
}
