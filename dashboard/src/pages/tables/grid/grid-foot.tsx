import Radio from 'lucide-react/icons/radio'
import { Button } from '../../../components/actions/button.tsx'
import { Switch } from '../../../components/form/switch.tsx'
import { formatAmount } from '../../../components/text/format-number.ts'
import type { LiveState } from './use-live-changes.ts'

type GridFootProps = {
  total: number | undefined
  isExact: boolean
  live: LiveState
  onLive(isOn: boolean): void
  /** The field that was saved last. */
  lastField: string | undefined
  onUndo(): void
}

const liveLabels: Record<LiveState, string> = {
  off: 'Not live',
  connecting: 'Connecting…',
  live: 'Live',
  reconnecting: 'Reconnecting…',
  broken: 'Offline: live updates paused',
}

export const GridFoot = ({ total, isExact, live, onLive, lastField, onUndo }: GridFootProps) => (
  <div className="grid-foot" data-docked="">
    <span className="number" role="status">
      {total === undefined
        ? 'Loading'
        : `${formatAmount(total)}${isExact ? '' : '+'} ${total === 1 ? 'row' : 'rows'}`}
    </span>
    {lastField !== undefined && (
      <span className="row">
        <code>{lastField}</code> saved
        <Button variant="ghost" onClick={onUndo}>
          Undo
        </Button>
      </span>
    )}
    <span className="small grid-keys">Enter edits · Shift Enter opens · Space selects</span>
    <span className="row">
      <Radio size={14} aria-hidden />
      <span role="status">{liveLabels[live]}</span>
      <Switch label="Live updates" isOn={live !== 'off'} onChange={onLive} />
    </span>
  </div>
)
