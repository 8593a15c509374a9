import type { SavedItem, SavedItemSummary } from '@stoa/sdk'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { Button, IconButton } from '../../components/actions/button.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../components/feedback/skeleton.tsx'
import { TextField } from '../../components/form/field.tsx'
import { useForm } from '../../components/form/use-form.ts'
import { SearchBox } from '../../components/list/filter-bar.tsx'
import { TimeAgo } from '../../components/text/time-ago.tsx'
import { type SavedPlace, useSavedItemCommands, useSavedItems } from './use-saved-items.ts'
import './saved-items.css'

/** Fewer are seen at a glance. */
const searchedFrom = 8

type SavedItemsDialogProps = {
  place: SavedPlace
  title: string
  /** What is said where there are none. */
  empty: string
  onOpen(item: SavedItem): void
  onRemoved?(id: string): void
  onClose(): void
}

/** The saved items of one kind: opened, renamed and deleted. */
export function SavedItemsDialog({ place, title, empty, onOpen, onRemoved, onClose }: SavedItemsDialogProps) {
  const [text, setText] = useState('')
  const { data, error, refetch } = useSavedItems(place, text)
  const { read } = useSavedItemCommands(place)
  const [failure, setFailure] = useState<unknown>(null)
  const open = (id: string) => {
    setFailure(null)
    read(id).then((item) => {
      onOpen(item)
      onClose()
    }, setFailure)
  }
  return (
    <Dialog title={title} onClose={onClose}>
      {failure !== null && <ErrorAlert error={failure} />}
      {(text !== '' || (data && data.total > searchedFrom)) && (
        <SearchBox label="Search by name" value={text} onChange={setText} />
      )}
      {error ? (
        <ErrorAlert error={error} retry={() => void refetch()} />
      ) : !data ? (
        <SkeletonLines count={4} />
      ) : data.data.length === 0 ? (
        <p className="muted">{text === '' ? empty : 'No name has this text.'}</p>
      ) : (
        <ul className="saved-items">
          {data.data.map((item) => (
            <SavedItemRow
              key={item.id}
              item={item}
              place={place}
              onOpen={() => open(item.id)}
              onRemoved={() => onRemoved?.(item.id)}
            />
          ))}
        </ul>
      )}
      {data && data.total > data.data.length && (
        <p className="muted small">
          The {data.data.length} last changed of {data.total}: search for others by name.
        </p>
      )}
    </Dialog>
  )
}

type RowProps = { item: SavedItemSummary; place: SavedPlace; onOpen(): void; onRemoved(): void }

function SavedItemRow({ item, place, onOpen, onRemoved }: RowProps) {
  const [state, setState] = useState<'shown' | 'renamed' | 'deleted'>('shown')
  const [hasReturned, setReturned] = useState(false)
  const back = () => {
    setReturned(true)
    setState('shown')
  }
  if (state === 'renamed') return <RenameRow item={item} place={place} onDone={back} />
  if (state === 'deleted') return <DeleteRow item={item} place={place} onRemoved={onRemoved} onDone={back} />
  return (
    <li className="saved-item">
      <button
        type="button"
        className="saved-item-open"
        // biome-ignore lint/a11y/noAutofocus: the focus was in the row, on what is not there any longer.
        autoFocus={hasReturned}
        onClick={onOpen}
      >
        <span className="truncate">{item.name}</span>
        <span className="muted small">
          <TimeAgo at={item.updatedAt} />
        </span>
      </button>
      <IconButton
        label={`Rename ${item.name}`}
        icon={<Pencil size={14} aria-hidden />}
        onClick={() => setState('renamed')}
      />
      <IconButton
        label={`Delete ${item.name}`}
        icon={<Trash2 size={14} aria-hidden />}
        onClick={() => setState('deleted')}
      />
    </li>
  )
}

type ChangeProps = { item: SavedItemSummary; place: SavedPlace; onDone(): void }

function RenameRow({ item, place, onDone }: ChangeProps) {
  const { rename } = useSavedItemCommands(place)
  const form = useForm({ name: item.name })
  const save = form.submit(async ({ name }) => {
    await rename(item.id, name)
    onDone()
  })
  return (
    <li className="saved-item">
      <form className="saved-item-form" noValidate onSubmit={save}>
        <TextField {...form.bind('name')} label={`New name of ${item.name}`} hasInitialFocus />
        {form.failure !== null && <ErrorAlert error={form.failure} />}
        <div className="row">
          <Button type="submit" variant="primary" isBusy={form.isBusy}>
            Rename
          </Button>
          <Button onClick={onDone}>Cancel</Button>
        </div>
      </form>
    </li>
  )
}

/** Asked in its place: a dialog above a dialog is lost on small screens. */
function DeleteRow({ item, place, onRemoved, onDone }: ChangeProps & { onRemoved(): void }) {
  const { remove } = useSavedItemCommands(place)
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const confirm = () => {
    setFailure(null)
    setBusy(true)
    remove(item.id).then(onRemoved, (error) => {
      setFailure(error)
      setBusy(false)
    })
  }
  return (
    <li className="saved-item">
      <div className="saved-item-form">
        <p>Delete "{item.name}"? This cannot be undone.</p>
        {failure !== null && <ErrorAlert error={failure} />}
        <div className="row">
          <Button variant="danger" isBusy={isBusy} onClick={confirm}>
            Delete
          </Button>
          <Button onClick={onDone} autoFocus>
            Cancel
          </Button>
        </div>
      </div>
    </li>
  )
}
