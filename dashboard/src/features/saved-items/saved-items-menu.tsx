import type { SavedItem } from '@stoa/sdk'
import Bookmark from 'lucide-react/icons/bookmark'
import { useState } from 'react'
import { Button } from '../../components/actions/button.tsx'
import { Menu, MenuItem, MenuLabel, MenuLine } from '../../components/actions/menu.tsx'
import { errorMessage } from '../../components/feedback/error-alert.tsx'
import { toasts } from '../../components/feedback/toast-store.ts'
import { SaveItem } from './save-item.tsx'
import { SavedItemsDialog } from './saved-items-dialog.tsx'
import { type SavedPlace, useSavedItemCommands, useSavedItems } from './use-saved-items.ts'

type Words = {
  /** On the button, as in "Views". */
  plural: string
  /** As in "view". */
  singular: string
  hint: string
}

type SavedItemsMenuProps = {
  place: SavedPlace
  words: Words
  /** The item that was opened or saved last; null for none. */
  currentId: string | null
  onCurrent(id: string | null): void
  /** What would be saved now. */
  data(): Record<string, unknown>
  onOpen(item: SavedItem): void
}

const listedItems = 12

/** Opens what was saved under a name, saves what is set now, and leads to all of them. */
export function SavedItemsMenu({ place, words, currentId, onCurrent, data, onOpen }: SavedItemsMenuProps) {
  const [dialog, setDialog] = useState<'save' | 'all' | null>(null)
  const { data: page } = useSavedItems(place)
  const { read, replace } = useSavedItemCommands(place)
  const items = page?.data ?? []
  const take = (item: SavedItem) => {
    onOpen(item)
    onCurrent(item.id)
  }
  const attempt = (work: Promise<unknown>) => work.catch((error) => toasts.error(errorMessage(error)))
  const known = items.find(({ id }) => id === currentId)
  const close = () => setDialog(null)
  return (
    <>
      <Menu
        align="start"
        trigger={
          <Button icon={<Bookmark size={14} aria-hidden />}>
            <span className="truncate">{known ? `${words.plural}: ${known.name}` : words.plural}</span>
          </Button>
        }
      >
        <MenuLabel>{words.plural} of the project</MenuLabel>
        {items.slice(0, listedItems).map(({ id, name }) => (
          <MenuItem key={id} onSelect={() => void attempt(read(id).then(take))}>
            <span className="truncate">{name}</span>
          </MenuItem>
        ))}
        {items.length > 0 && <MenuLine />}
        <MenuItem onSelect={() => setDialog('save')}>Save as a new {words.singular}…</MenuItem>
        {known && (
          <MenuItem
            onSelect={() =>
              void attempt(replace(known.id, data()).then(() => toasts.success(`"${known.name}" updated`)))
            }
          >
            Update "{known.name}"
          </MenuItem>
        )}
        {items.length > 0 && (
          <MenuItem onSelect={() => setDialog('all')}>All {words.plural.toLowerCase()}…</MenuItem>
        )}
      </Menu>
      {dialog === 'save' && (
        <SaveItem
          place={place}
          title={`Save as a new ${words.singular}`}
          hint={words.hint}
          data={data}
          onSaved={({ id }) => onCurrent(id)}
          onClose={close}
        />
      )}
      {dialog === 'all' && (
        <SavedItemsDialog
          place={place}
          title={words.plural}
          empty="None are saved."
          onOpen={take}
          onRemoved={(id) => {
            if (id === currentId) onCurrent(null)
          }}
          onClose={close}
        />
      )}
    </>
  )
}
