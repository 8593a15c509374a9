import type { KnowledgeCollection } from '@stoa/sdk'
import { useNavigate } from '@tanstack/react-router'
import Search from 'lucide-react/icons/search'
import Settings from 'lucide-react/icons/settings'
import Trash2 from 'lucide-react/icons/trash-2'
import { RowMenu } from '../../components/actions/row-menu.tsx'
import { href } from '../../href.ts'
import { DeleteCollection } from './delete-collection.tsx'
import { knowledgeRoutes } from './routes.ts'

type MenuProps = { collection: KnowledgeCollection; onDeleted?(): void }

export function CollectionMenu({ collection, onDeleted }: MenuProps) {
  const navigate = useNavigate()
  const { id, name } = collection
  return (
    <RowMenu
      name={name}
      actions={[
        {
          label: 'Search',
          icon: Search,
          run: () => void navigate({ to: href(knowledgeRoutes.search, { id }) }),
        },
        {
          label: 'Settings',
          icon: Settings,
          run: () => void navigate({ to: href(knowledgeRoutes.settings, { id }) }),
        },
        {
          label: 'Delete…',
          icon: Trash2,
          isDanger: true,
          dialog: (close) => (
            <DeleteCollection collection={collection} onClose={close} onDeleted={onDeleted ?? close} />
          ),
        },
      ]}
    />
  )
}
