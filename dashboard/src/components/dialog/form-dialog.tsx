import type { ReactNode, SubmitEvent } from 'react'
import { Button } from '../actions/button.tsx'
import { ErrorAlert } from '../feedback/error-alert.tsx'
import { Dialog, DialogFoot } from './dialog.tsx'

type FormDialogProps = {
  title: string
  submitLabel: string
  variant?: 'primary' | 'danger'
  width?: 'normal' | 'wide'
  form: { isBusy: boolean; failure: unknown }
  onSubmit(event: SubmitEvent<HTMLFormElement>): Promise<void>
  onClose(): void
  children: ReactNode
}

/** A form in a dialog: its fields, what no field can show, and the way out and on. */
export const FormDialog = ({ title, submitLabel, variant = 'primary', form, ...rest }: FormDialogProps) => (
  <Dialog title={title} width={rest.width ?? 'normal'} onClose={rest.onClose}>
    <form className="form" noValidate onSubmit={rest.onSubmit}>
      {rest.children}
      {form.failure !== null && <ErrorAlert error={form.failure} />}
      <DialogFoot>
        <Button onClick={rest.onClose}>Cancel</Button>
        <Button type="submit" variant={variant} isBusy={form.isBusy}>
          {submitLabel}
        </Button>
      </DialogFoot>
    </form>
  </Dialog>
)
