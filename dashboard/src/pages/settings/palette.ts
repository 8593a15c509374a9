import UserPlus from 'lucide-react/icons/user-plus'
import type { PaletteEntries } from '../manifest.ts'
import { settingsRoutes } from './routes.ts'

export const entries: PaletteEntries = {
  actions: [
    {
      label: 'Invite a member',
      keywords: 'members team people roles invitation',
      to: `${settingsRoutes.members}?new=1`,
      icon: UserPlus,
      isAdminOnly: true,
    },
  ],
}
