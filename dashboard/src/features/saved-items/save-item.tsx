import type { SavedItem } from '@stoa/sdk'
import { FormDialog } from '../../components/dialog/form-dialog.tsx'
import { toasts } from '../../components/feedback/toast-store.ts'
import { TextField } from '../../components/form/field.tsx'
import { useForm } from '../../components/form/use-form.ts'
import { type SavedPlace, useSavedItemCommands } from './use-saved-items.ts'

type SaveItemProps = {
  place: SavedPlace
  title: string
  /** Who sees it, and what is not part of it. */
  hint: string
  data(): Record<string, unknown>
  onSaved(item: SavedItem): void
  onClose(): void
}

export function SaveItem({ place, title, hint, data, onSaved, onClose }: SaveItemProps) {
  const { create } = useSavedItemCommands(place)
  const form = useForm({ name: '' })
  const save = form.submit(async ({ name }) => {
    const item = await create(name, data())
    toasts.success(`"${item.name}" saved`)
    onSaved(item)
    onClose()
  })
  return (
    <FormDialog title={title} submitLabel="Save" form={form} onSubmit={save} onClose={onClose}>
      <TextField {...form.bind('name')} label="Name" isRequired hasInitialFocus hint={hint} />
    </FormDialog>
  )
}
