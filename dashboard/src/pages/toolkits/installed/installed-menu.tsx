import type { InstalledToolkit } from '@stoa/sdk'
import ArrowUpCircle from 'lucide-react/icons/circle-arrow-up'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { IconButton } from '../../../components/actions/button.tsx'
import { Menu, MenuItem, MenuLine } from '../../../components/actions/menu.tsx'
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { pluralize } from '../../../components/text/pluralize.ts'
import { useFilters } from '../../../filters.ts'
import { useProject, useRefresh } from '../../../project.ts'
import { uninstallPath } from './installed-api.ts'

export function InstalledMenu({ toolkit }: { toolkit: InstalledToolkit }) {
  const { set } = useFilters()
  const { api } = useProject()
  const refresh = useRefresh()
  const [isRemoving, setRemoving] = useState(false)
  return (
    <>
      <Menu
        trigger={
          <IconButton label={`Actions for ${toolkit.slug}`} icon={<Ellipsis size={16} aria-hidden />} />
        }
      >
        <MenuItem
          icon={<ArrowUpCircle size={15} aria-hidden />}
          onSelect={() => set({ package: toolkit.package })}
        >
          Change version
        </MenuItem>
        <MenuLine />
        <MenuItem variant="danger" icon={<Trash2 size={15} aria-hidden />} onSelect={() => setRemoving(true)}>
          Remove
        </MenuItem>
      </Menu>
      {isRemoving && (
        <ConfirmDialog
          title={`Remove ${toolkit.slug}?`}
          confirmLabel="Remove toolkit"
          onClose={() => setRemoving(false)}
          run={async () => {
            await api.post(uninstallPath, { body: { slug: toolkit.slug } })
            toasts.success(`${toolkit.slug} removed`)
            await refresh(['installed-toolkits'], ['offered-toolkits'], ['toolkits'], ['tools'])
          }}
        >
          <p>
            This affects all projects on this server. Its{' '}
            {pluralize(toolkit.toolCount, 'tool stops working', 'tools stop working')}. Connected accounts are
            retained and work again after reinstalling.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
