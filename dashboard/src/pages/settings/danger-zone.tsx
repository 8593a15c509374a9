import { useState } from 'react'
import { stoa, storeSession } from '../../auth/session.ts'
import { Button } from '../../components/actions/button.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../components/feedback/skeleton.tsx'
import { toasts } from '../../components/feedback/toast-store.ts'
import { DescriptionList } from '../../components/layout/page.tsx'
import { Section } from '../../components/layout/section.tsx'
import { formatAmount } from '../../components/text/format-number.ts'
import { useProject, useRead } from '../../project.ts'

/** What cannot be undone. For the owner of the server, who can also create projects. */
export function DangerZone() {
  const { session } = useProject()
  const [isOpen, setOpen] = useState(false)
  const isLast = session.projects.length === 1
  return (
    <Section
      title="Danger zone"
      tone="danger"
      about="Deletes the project with everything in it: users, runs, tables, files and the ledger."
    >
      <div className="action-line">
        <p>
          {isLast
            ? 'This is your only project, so it cannot be deleted. Create another one first.'
            : 'Delete this project. This cannot be undone.'}
        </p>
        <Button variant="danger-outline" disabled={isLast} onClick={() => setOpen(true)}>
          Delete project
        </Button>
      </div>
      {isOpen && <DeleteProject onClose={() => setOpen(false)} />}
    </Section>
  )
}

function DeleteProject({ onClose }: { onClose(): void }) {
  const { session, project, switchTo } = useProject()
  const { id, name } = project
  const remove = async () => {
    const next = await stoa.delete('/api/v1/auth/projects/{id}', { params: { id }, query: { name } })
    toasts.success(`"${name}" deleted`)
    const other = session.projects.find((each) => each.id !== id)
    if (other) switchTo(other.id)
    storeSession(next)
  }
  return (
    <ConfirmDialog
      title={`Delete "${name}"?`}
      confirmLabel="Delete permanently"
      typed={name}
      run={remove}
      onClose={onClose}
    >
      <p>
        API keys and members lose access immediately. All data is deleted, with files, credits and logs.
        Webhooks that this project registered at other services are removed there, as far as they respond.
      </p>
      <Contents />
    </ConfirmDialog>
  )
}

/** What the project has, so that one sees which one it is. */
function Contents() {
  const { data, error } = useRead(['contents'], (api, signal) =>
    api.get('/api/v1/overview/contents', { signal }),
  )
  if (error) return <ErrorAlert error={error} />
  if (!data) return <SkeletonLines count={3} />
  const counted = data.items.filter(({ count }) => count > 0)
  if (counted.length === 0) return <p className="muted">The project is empty.</p>
  return (
    <DescriptionList
      facts={counted.map(({ label, count }) => [
        label,
        count > data.maxCount ? `more than ${formatAmount(data.maxCount)}` : formatAmount(count),
      ])}
    />
  )
}
