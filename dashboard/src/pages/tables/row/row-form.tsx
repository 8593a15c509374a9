import type { TableCollection, TableDocument } from '@stoa/sdk'
import type { ReactNode, SubmitEvent } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { CopyId } from '../../../components/actions/copy-id.tsx'
import { DialogFoot } from '../../../components/dialog/dialog.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { AreaField } from '../../../components/form/field.tsx'
import { parseJsonObject } from '../../../components/form/parse-json-object.ts'
import { useForm } from '../../../components/form/use-form.ts'
import { DescriptionList } from '../../../components/layout/page.tsx'
import { TimeAgo } from '../../../components/text/time-ago.tsx'
import { useApiAs } from '../../../features/end-users/act-as.ts'
import { EndUserName } from '../../../features/end-users/end-user-name.tsx'
import { useEndUserNames } from '../../../features/end-users/use-end-user-names.ts'
import { rowLabel } from '../../../features/tables/row-label.ts'
import { documentPath } from '../../../features/tables/tables-api.ts'
import { useRefresh } from '../../../project.ts'
import { RowFields } from './row-fields.tsx'
import { changedBody, dataOf, textsOf } from './row-values.ts'

type RowFormProps = { table: TableCollection; row: TableDocument; onDelete(): void; onClose(): void }

/** Replaces the row, unless someone has changed it since it was opened. */
function useReplaceRow({ table, row, onClose }: RowFormProps) {
  const api = useApiAs()
  const refresh = useRefresh()
  return async (body: Record<string, unknown>) => {
    const written = await api.put(documentPath, {
      params: { collectionId: table.id, documentId: row.id },
      body,
      ifMatch: row.version,
    })
    toasts.success('proposal' in written ? 'Change submitted for approval' : 'Row updated')
    onClose()
    await refresh(['documents', table.id], ['proposals'])
  }
}

/** Each field in an input of its type. */
export function RowForm(props: RowFormProps) {
  const { table, row } = props
  const form = useForm(textsOf(row, table))
  const replace = useReplaceRow(props)
  const save = form.submit((texts) => replace(changedBody(texts, row, table)))
  const expanded = (row.expand ?? {}) as Record<string, Record<string, unknown> | null | undefined>
  const labelOf = (name: string) => {
    const target = expanded[name]
    return target ? rowLabel(target) : undefined
  }
  return (
    <RowFrame {...props} form={form} onSubmit={save}>
      <RowFields table={table} form={form} labelOf={labelOf} />
    </RowFrame>
  )
}

/** The row as the API has it, replaced as a whole. */
export function RowJson(props: RowFormProps) {
  const form = useForm({ data: JSON.stringify(dataOf(props.row), null, 2) })
  const replace = useReplaceRow(props)
  const save = form.submit(({ data }) => replace(parseJsonObject(data, 'row', '{"name": "Ada"}')))
  return (
    <RowFrame {...props} form={form} onSubmit={save}>
      <AreaField
        {...form.bind('data')}
        label="Row, as JSON"
        isMono
        rows={14}
        hint="Replaces the whole row."
      />
    </RowFrame>
  )
}

type RowFrameProps = RowFormProps & {
  form: { isBusy: boolean; failure: unknown }
  onSubmit(event: SubmitEvent<HTMLFormElement>): Promise<void>
  children: ReactNode
}

function RowFrame({ row, form, onSubmit, onDelete, onClose, children }: RowFrameProps) {
  const nameOf = useEndUserNames([row.ownerId])
  return (
    <form className="form" noValidate onSubmit={onSubmit}>
      {children}
      <DescriptionList
        facts={[
          ['ID', <CopyId key="id" id={row.id} />],
          ['Owner', <EndUserName key="owner" id={row.ownerId} name={nameOf(row.ownerId)} />],
          ['Version', String(row.version)],
          ['Created', <TimeAgo key="created" at={row.createdAt} />],
          ['Updated', <TimeAgo key="changed" at={row.updatedAt} />],
        ]}
      />
      {form.failure !== null && <ErrorAlert error={form.failure} />}
      <DialogFoot>
        <span className="dialog-foot-start">
          <Button variant="danger-outline" onClick={onDelete}>
            Delete…
          </Button>
        </span>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" isBusy={form.isBusy}>
          Save
        </Button>
      </DialogFoot>
    </form>
  )
}
