import type { KnowledgeCollection } from '@stoa/sdk'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ClipboardPaste from 'lucide-react/icons/clipboard-paste'
import FolderOpen from 'lucide-react/icons/folder-open'
import Globe from 'lucide-react/icons/globe'
import Upload from 'lucide-react/icons/upload'
import { useRef } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { CreateButton } from '../../../components/actions/create-button.tsx'
import { Menu, MenuItem } from '../../../components/actions/menu.tsx'
import { FilePicker } from '../../../features/files/file-picker.tsx'
import { useFilters } from '../../../filters.ts'
import { AddUrl } from './add-url.tsx'
import { PasteText } from './paste-text.tsx'
import type { useIngestFiles } from './use-ingest-files.ts'

type Ingest = ReturnType<typeof useIngestFiles>

/** The ways to add sources: files of this machine first, the others in a menu. */
export function AddSources({ ingest }: { ingest: Ingest }) {
  const { set } = useFilters()
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        aria-label="Files to add"
        onChange={(event) => {
          ingest.upload([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <Menu
        trigger={
          <Button>
            Add from
            <ChevronDown size={14} aria-hidden />
          </Button>
        }
      >
        <MenuItem icon={<ClipboardPaste size={15} aria-hidden />} onSelect={() => set({ new: 'text' })}>
          Paste text…
        </MenuItem>
        <MenuItem icon={<FolderOpen size={15} aria-hidden />} onSelect={() => set({ new: 'files' })}>
          Choose from Files…
        </MenuItem>
        <MenuItem icon={<Globe size={15} aria-hidden />} onSelect={() => set({ new: 'url' })}>
          Web page or site…
        </MenuItem>
      </Menu>
      <CreateButton icon={<Upload size={15} aria-hidden />} onClick={() => chooser.current?.click()}>
        Add files
      </CreateButton>
    </>
  )
}

/** The dialog in the URL, so that the palette and links lead to it. */
export function AddSourceDialog({ collection, ingest }: { collection: KnowledgeCollection; ingest: Ingest }) {
  const { filters, set } = useFilters()
  const close = () => set({ new: undefined })
  if (filters.new === 'text') return <PasteText collection={collection} onClose={close} />
  if (filters.new === 'url') return <AddUrl collection={collection} onClose={close} />
  if (filters.new === 'files')
    return (
      <FilePicker
        owner={ingest.owner ?? ''}
        verb="Add"
        onClose={close}
        onPick={(files) => {
          close()
          void ingest.ingestStored(files)
        }}
      />
    )
  return null
}
