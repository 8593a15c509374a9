import type { KnowledgeSource } from '@stoa/sdk'
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { pluralize } from '../../../components/text/pluralize.ts'
import { useSourceCommands } from './use-source-commands.ts'

type DeleteSourcesProps = {
  collectionId: string
  sources: readonly KnowledgeSource[]
  onClose(): void
  onDeleted(): void
}

export function DeleteSources({ collectionId, sources, onClose, onDeleted }: DeleteSourcesProps) {
  const { remove } = useSourceCommands(collectionId)
  const [first] = sources
  const what = sources.length === 1 ? `"${first!.title}"` : pluralize(sources.length, 'source')
  const chunks = sources.reduce((sum, { chunkCount }) => sum + chunkCount, 0)
  return (
    <ConfirmDialog
      title={`Delete ${what}?`}
      confirmLabel={sources.length === 1 ? 'Delete source' : `Delete ${sources.length} sources`}
      onClose={onClose}
      onDone={onDeleted}
      run={async () => {
        await remove(sources)
        toasts.success(`${what} deleted`)
      }}
    >
      <p>
        Searches no longer find {pluralize(chunks, 'chunk')}. Uploaded files stay in Files and can be added
        again.
      </p>
    </ConfirmDialog>
  )
}
