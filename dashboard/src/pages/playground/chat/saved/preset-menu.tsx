import type { SavedItem } from '@stoa/sdk'
import { errorMessage } from '../../../../components/feedback/error-alert.tsx'
import { toasts } from '../../../../components/feedback/toast-store.ts'
import { SavedItemsMenu } from '../../../../features/saved-items/saved-items-menu.tsx'
import { useProject } from '../../../../project.ts'
import { readCatalogueTools } from '../tools/read-catalogue-tool.ts'
import type { Chat } from '../use-chat.ts'
import { presetOf, readPreset } from './preset.ts'

const place = { kind: 'playground_preset' } as const
const words = {
  plural: 'Presets',
  singular: 'preset',
  hint: 'Models, prompt, parameters and tools. Everyone in the project can use and change it.',
}

export function PresetMenu({ chat }: { chat: Chat }) {
  const { api } = useProject()
  const open = ({ data }: SavedItem) => {
    const { settings, toolSlugs } = readPreset(data)
    chat.changeDraft({ ...settings, catalogue: [] })
    readCatalogueTools(api, toolSlugs).then(
      (catalogue) => chat.changeDraft({ catalogue }),
      (error) => toasts.error(errorMessage(error)),
    )
  }
  return (
    <SavedItemsMenu
      place={place}
      words={words}
      currentId={chat.presetId ?? null}
      onCurrent={chat.setPreset}
      data={() => presetOf(chat.draft)}
      onOpen={open}
    />
  )
}
