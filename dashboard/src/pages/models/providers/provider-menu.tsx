import type { LlmProvider } from '@stoa/sdk'
import Ellipsis from 'lucide-react/icons/ellipsis'
import KeyRound from 'lucide-react/icons/key-round'
import Plug from 'lucide-react/icons/plug'
import Trash2 from 'lucide-react/icons/trash-2'
import { IconButton } from '../../../components/actions/button.tsx'
import { Menu, MenuItem, MenuLine } from '../../../components/actions/menu.tsx'
import { providerName } from '../../../features/models/provider-state.tsx'

export type OpenDialog = { what: 'edit' | 'test' | 'remove'; name: string }

/** The offline model has no settings, so there is only its test. */
export const ProviderMenu = ({
  provider,
  onOpenDialog,
}: {
  provider: LlmProvider
  onOpenDialog(openDialog: OpenDialog): void
}) => {
  const { name, source, isConfigured } = provider
  return (
    <Menu
      trigger={
        <IconButton label={`Actions for ${providerName(name)}`} icon={<Ellipsis size={16} aria-hidden />} />
      }
    >
      <MenuItem
        icon={<Plug size={15} aria-hidden />}
        isDisabled={!isConfigured}
        onSelect={() => onOpenDialog({ what: 'test', name })}
      >
        Test connection
      </MenuItem>
      {source !== 'built-in' && (
        <MenuItem
          icon={<KeyRound size={15} aria-hidden />}
          onSelect={() => onOpenDialog({ what: 'edit', name })}
        >
          {source === 'project' ? 'Edit or rotate keys…' : 'Configure…'}
        </MenuItem>
      )}
      {source === 'project' && (
        <>
          <MenuLine />
          <MenuItem
            icon={<Trash2 size={15} aria-hidden />}
            variant="danger"
            onSelect={() => onOpenDialog({ what: 'remove', name })}
          >
            Remove settings…
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
