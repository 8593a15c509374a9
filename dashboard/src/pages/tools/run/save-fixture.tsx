import BookmarkPlus from 'lucide-react/icons/bookmark-plus'
import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { FormDialog } from '../../../components/dialog/form-dialog.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { TextField } from '../../../components/form/field.tsx'
import { useForm } from '../../../components/form/use-form.ts'
import { actAs } from '../../../features/end-users/act-as.ts'
import { fixturesPath } from '../../../features/tools/tools-api.ts'
import { useProject, useRefresh } from '../../../project.ts'

/** A run saved as a fixture, to compare with later versions of the tool. */
export function SaveFixture({ logId }: { logId: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <span>
      <Button icon={<BookmarkPlus size={14} aria-hidden />} onClick={() => setOpen(true)}>
        Save as fixture
      </Button>
      {isOpen && <FixtureForm logId={logId} onClose={() => setOpen(false)} />}
    </span>
  )
}

function FixtureForm({ logId, onClose }: { logId: string; onClose(): void }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const form = useForm({ name: '', ignoredPaths: '' })
  const save = form.submit(async ({ name, ignoredPaths }) => {
    await actAs(api).post(fixturesPath, {
      body: {
        logId,
        ...(name.trim() ? { name: name.trim() } : {}),
        ignoredPaths: ignoredPaths.split(/[\s,]+/).filter(Boolean),
      },
    })
    toasts.success('Saved as fixture')
    await refresh(['tool-fixtures'])
    onClose()
  })
  return (
    <FormDialog title="Save as fixture" submitLabel="Save" form={form} onSubmit={save} onClose={onClose}>
      <p className="muted">Stores the arguments and the result. Replay it later to see what has changed.</p>
      <TextField {...form.bind('name')} label="Name" placeholder="one and two" hasInitialFocus />
      <TextField
        {...form.bind('ignoredPaths')}
        label="Ignored paths"
        placeholder="/updatedAt, /id"
        isMono
        hint="Parts of the result that differ on every run, as JSON pointers."
      />
    </FormDialog>
  )
}
