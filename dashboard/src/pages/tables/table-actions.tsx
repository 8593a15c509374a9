import type { TableCollection } from '@stoa/sdk'
import { useNavigate } from '@tanstack/react-router'
import Download from 'lucide-react/icons/download'
import Ellipsis from 'lucide-react/icons/ellipsis'
import FileUp from 'lucide-react/icons/file-up'
import Columns3Cog from 'lucide-react/icons/settings-2'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { Button, IconButton } from '../../components/actions/button.tsx'
import { Menu, MenuItem, MenuLine } from '../../components/actions/menu.tsx'
import { useDownload } from '../../components/actions/use-download.ts'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { toasts } from '../../components/feedback/toast-store.ts'
import { useApiAs } from '../../features/end-users/act-as.ts'
import { href } from '../../href.ts'
import { useRefresh } from '../../project.ts'
import type { DocumentQuery } from './grid/use-documents.ts'
import { tableRoutes } from './routes.ts'
import { ImportRows } from './transfer/import-rows.tsx'

export function TableActions({ table, rowQuery }: { table: TableCollection; rowQuery: DocumentQuery }) {
  const api = useApiAs()
  const refresh = useRefresh()
  const navigate = useNavigate()
  const [openDialog, setOpenDialog] = useState<'import' | 'delete' | null>(null)
  const close = () => setOpenDialog(null)
  const { download } = useDownload()
  const exportAs = (format: 'csv' | 'jsonl') => {
    const { filter, q, sort } = rowQuery
    const load = () =>
      api.download('/api/v1/table/collections/{id}/documents/export', {
        params: { id: table.id },
        query: { filter, q, sort, format },
      })
    void download(load, `${table.slug}.${format}`)
  }
  const remove = async () => {
    await api.delete('/api/v1/table/collections/{id}', { params: { id: table.id }, ifMatch: table.version })
    toasts.success(`"${table.name}" deleted`)
    void navigate({ to: tableRoutes.list })
    await refresh(['tables'])
  }
  return (
    <>
      <Button
        icon={<Columns3Cog size={15} aria-hidden />}
        onClick={() => void navigate({ to: href(tableRoutes.schema, { id: table.id }) })}
      >
        Fields
      </Button>
      <Menu
        trigger={
          <IconButton variant="secondary" label="More actions" icon={<Ellipsis size={16} aria-hidden />} />
        }
      >
        <MenuItem icon={<FileUp size={15} aria-hidden />} onSelect={() => setOpenDialog('import')}>
          Import…
        </MenuItem>
        <MenuItem icon={<Download size={15} aria-hidden />} onSelect={() => exportAs('csv')}>
          Export as CSV
        </MenuItem>
        <MenuItem icon={<Download size={15} aria-hidden />} onSelect={() => exportAs('jsonl')}>
          Export as JSONL
        </MenuItem>
        <MenuLine />
        <MenuItem
          icon={<Trash2 size={15} aria-hidden />}
          variant="danger"
          onSelect={() => setOpenDialog('delete')}
        >
          Delete table…
        </MenuItem>
      </Menu>
      {openDialog === 'import' && <ImportRows table={table} onClose={close} />}
      {openDialog === 'delete' && (
        <ConfirmDialog
          title={`Delete "${table.name}"?`}
          confirmLabel="Delete table"
          typed={table.slug}
          run={remove}
          onClose={close}
        >
          <p>The table and all of its rows are permanently deleted. This cannot be undone.</p>
        </ConfirmDialog>
      )}
    </>
  )
}
