import type { TableDocument } from '@stoa/sdk'
import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { Dialog, DialogFoot } from '../../../components/dialog/dialog.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { AreaField } from '../../../components/form/field.tsx'
import { useForm } from '../../../components/form/use-form.ts'
import type { GridColumn } from '../grid/grid-columns.ts'
import { CandidateSearch } from './candidate-search.tsx'
import { isReference } from './use-candidates.ts'

type EditValueProps = {
  row: TableDocument
  column: GridColumn
  save(value: unknown): Promise<void>
  onClose(): void
}

/** For what does not fit into a line: JSON, long texts, rows of other tables and files. */
export function EditValue(props: EditValueProps) {
  const { field } = props.column
  return field && isReference(field) ? <Pick {...props} /> : <EditText {...props} />
}

function EditText({ row, column, save, onClose }: EditValueProps) {
  const value = row[column.name] ?? null
  const isText = typeof value === 'string' && column.type !== 'json'
  const form = useForm({ value: isText ? value : value === null ? '' : JSON.stringify(value, null, 2) })
  const submit = form.submit(async (texts) => {
    await save(isText ? texts.value : parsed(texts.value))
    onClose()
  })
  return (
    <Dialog title={column.name} width="wide" onClose={onClose}>
      <form className="form" noValidate onSubmit={submit}>
        <AreaField
          {...form.bind('value')}
          label={isText ? 'Text' : 'JSON'}
          isMono={!isText}
          rows={14}
          hint={isText ? undefined : 'Leave empty to clear the field.'}
        />
        {form.failure !== null && <ErrorAlert error={form.failure} />}
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isBusy={form.isBusy}>
            Save
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}

function parsed(text: string): unknown {
  if (text.trim() === '') return null
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`This is not JSON: ${(error as Error).message}`)
  }
}

function Pick({ row, column, save, onClose }: EditValueProps) {
  const [error, setError] = useState<unknown>(null)
  const choose = (id: string | null) => {
    setError(null)
    save(id).then(onClose, setError)
  }
  const current = row[column.name]
  return (
    <Dialog title={`Select ${column.name}`} onClose={onClose}>
      <CandidateSearch
        field={column.field!}
        currentId={typeof current === 'string' ? current : null}
        onChoose={({ id }) => choose(id)}
      />
      {error !== null && <ErrorAlert error={error} />}
      <DialogFoot>
        {current != null && <Button onClick={() => choose(null)}>Clear field</Button>}
        <Button onClick={onClose}>Cancel</Button>
      </DialogFoot>
    </Dialog>
  )
}
