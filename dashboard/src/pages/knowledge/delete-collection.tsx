import type { KnowledgeCollection } from '@stoa/sdk'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { toasts } from '../../components/feedback/toast-store.ts'
import { pluralize } from '../../components/text/pluralize.ts'
import { useApiAs } from '../../features/end-users/act-as.ts'
import { collectionPath } from '../../features/knowledge/knowledge-api.ts'
import { useRefresh } from '../../project.ts'

type DeleteProps = { collection: KnowledgeCollection; onClose(): void; onDeleted(): void }

// More than this cannot be ingested again in a minute: the name has to be typed.
const typedFrom = 10

export function DeleteCollection({ collection, onClose, onDeleted }: DeleteProps) {
  const api = useApiAs()
  const refresh = useRefresh()
  const { id, name, sourceCount, chunkCount } = collection
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      confirmLabel="Delete collection"
      {...(sourceCount >= typedFrom ? { typed: name } : {})}
      onClose={onClose}
      onDone={onDeleted}
      run={async () => {
        await api.delete(collectionPath, { params: { id } })
        toasts.success(`"${name}" deleted`)
        await refresh(['knowledge', 'list'], ['knowledge', 'choices'])
      }}
    >
      <p>
        Deletes {pluralize(sourceCount, 'source')} with {pluralize(chunkCount, 'chunk')} and its test cases.
        Agents that search it find nothing from then on. Files that were ingested stay in Files.
      </p>
    </ConfirmDialog>
  )
}
