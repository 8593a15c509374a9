import { DeleteTrigger } from '../../../features/triggers/actions/delete-trigger.tsx'
import { AddTrigger } from '../../../features/triggers/form/add-trigger.tsx'
import { useEditor } from '../canvas/editor-context.ts'
import type { EditorParts } from './use-editor-parts.ts'

type TriggerDialogsProps = { workflow: { id: string; name: string }; parts: EditorParts }

/** What the toolbar and the keys open for triggers. */
export function TriggerDialogs({ workflow, parts }: TriggerDialogsProps) {
  const { store, triggers } = useEditor()
  const { isAddingTrigger, deletedTrigger } = parts.opened
  const deleted = triggers.find(({ triggerId }) => triggerId === deletedTrigger)
  if (isAddingTrigger)
    return <AddTrigger workflow={workflow} onClose={parts.closeDialogs} onAdded={parts.openTrigger} />
  if (!deleted) return null
  return (
    <DeleteTrigger
      trigger={deleted}
      onClose={parts.closeDialogs}
      onDeleted={() => {
        parts.closeDialogs()
        store.select([])
      }}
    />
  )
}
