import type { KnowledgeSource } from '@stoa/sdk'
import CircleX from 'lucide-react/icons/circle-x'
import RotateCw from 'lucide-react/icons/rotate-cw'
import Trash2 from 'lucide-react/icons/trash-2'
import { type RowAction, RowMenu } from '../../../components/actions/row-menu.tsx'
import { DeleteSources } from './delete-sources.tsx'
import { isIndexing } from './source-stage.ts'
import { useSourceCommands } from './use-source-commands.ts'

type SourceMenuProps = { collectionId: string; source: KnowledgeSource; onDeleted?(): void }

export function SourceMenu({ collectionId, source, onDeleted }: SourceMenuProps) {
  const { reindex, cancel } = useSourceCommands(collectionId)
  const change: RowAction = isIndexing(source)
    ? { label: 'Cancel indexing', icon: CircleX, run: () => cancel([source]) }
    : {
        label: source.status === 'failed' ? 'Retry' : 'Re-index',
        icon: RotateCw,
        run: () => reindex([source]),
      }
  return (
    <RowMenu
      name={source.title}
      actions={[
        change,
        {
          label: 'Delete…',
          icon: Trash2,
          isDanger: true,
          dialog: (close) => (
            <DeleteSources
              collectionId={collectionId}
              sources={[source]}
              onClose={close}
              onDeleted={onDeleted ?? close}
            />
          ),
        },
      ]}
    />
  )
}
