import { errorMessage } from '../feedback/error-alert.tsx'
import { toasts } from '../feedback/toast-store.ts'
import { Switch } from './switch.tsx'

type UndoSwitchProps = {
  name: string
  isOn: boolean
  /** Says in words what it is, where no heading does. */
  isLabelled?: boolean
  put(isOn: boolean): Promise<unknown>
}

/** Switches immediately and offers to undo it; an error is shown. */
export function UndoSwitch({ name, isOn, isLabelled, put }: UndoSwitchProps) {
  const change = async (next: boolean): Promise<void> => {
    try {
      await put(next)
      toasts.success(`${name} ${next ? 'enabled' : 'disabled'}`, {
        label: 'Undo',
        run: () => void change(!next),
      })
    } catch (error) {
      toasts.error(errorMessage(error))
    }
  }
  return (
    <Switch
      label={`${name}: on`}
      words={isLabelled ? 'Enabled' : undefined}
      isOn={isOn}
      onChange={(next) => void change(next)}
    />
  )
}
