import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { Card } from '../../../components/layout/page.tsx'
import { runBulk } from '../../../components/list/run-bulk.ts'
import { pluralize } from '../../../components/text/pluralize.ts'
import { useProject, useRead, useRefresh } from '../../../project.ts'
import { findGuideObjects, type GuideObject } from './guide-objects.ts'

/** Deletes all of them, and continues where one fails; the first fault is shown. */
async function removeAll(objects: readonly GuideObject[]): Promise<void> {
  const failures = await runBulk(objects, {
    act: ({ remove }) => remove(),
    onProgress: () => undefined,
    signal: new AbortController().signal,
  })
  if (failures[0]) throw failures[0].error
}

/** What running the examples of the guide has left in the project. Nothing is shown where that is nothing. */
export function GuideCard() {
  const { api } = useProject()
  const refresh = useRefresh()
  const [isAsking, setAsking] = useState(false)
  const { data: objects = [], error } = useRead(['guide-objects'], () => findGuideObjects(api))
  if (error) return <ErrorAlert error={error} />
  if (objects.length === 0 && !isAsking) return null
  const count = pluralize(objects.length, 'object')
  const remove = () => removeAll(objects).finally(() => refresh([]))
  return (
    <Card title="Guide">
      <p>Examples of the guide were run in this project and have created {count}.</p>
      <div>
        <Button onClick={() => setAsking(true)}>Remove what the guide created…</Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Remove what the guide created?"
          confirmLabel={`Delete ${count}`}
          run={remove}
          onClose={() => setAsking(false)}
          onDone={() => {
            setAsking(false)
            toasts.success(`${count} deleted`)
          }}
        >
          <p>These are permanently deleted, with their runs and contents:</p>
          <ul className="guide-objects">
            {objects.map(({ kind, id, name }) => (
              <li key={`${kind} ${id}`}>
                {name} <span className="muted">{kind}</span>
              </li>
            ))}
          </ul>
        </ConfirmDialog>
      )}
    </Card>
  )
}
