import type { ToolDetail } from '@stoa/sdk'
import { StoaError } from '@stoa/sdk'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { useForm } from '../../../components/form/use-form.ts'
import { Card } from '../../../components/layout/page.tsx'
import { toolUrl } from '../../../features/tools/tools-api.ts'
import { useRefresh } from '../../../project.ts'
import { TestScript } from './test-script.tsx'
import { bodyOf, type ToolDraft } from './tool-draft.ts'
import { ToolEditor } from './tool-editor.tsx'
import './tool-form.css'

type ToolFormProps = {
  initial: ToolDraft
  isNew: boolean
  submitLabel: string
  save(body: ReturnType<typeof bodyOf>): Promise<ToolDetail>
}

export function ToolForm({ initial, isNew, submitLabel, save }: ToolFormProps) {
  const [draft, setDraft] = useState(initial)
  const [failure, setFailure] = useState<unknown>(null)
  const { attempt, isBusy } = useForm({})
  const refresh = useRefresh()
  const navigate = useNavigate()
  const submit = attempt(async () => {
    setFailure(null)
    try {
      const saved = await save(bodyOf(draft))
      toasts.success(`${saved.name} ${saved.version} saved`)
      await refresh(['tool'], ['tools'], ['toolkit'], ['toolkits'])
      void navigate({ to: toolUrl(saved.slug) })
    } catch (error) {
      setFailure(error)
    }
  })
  const errors = errorsOf(failure)
  return (
    <div className="tool-form">
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <ToolEditor
          draft={draft}
          change={(patch) => setDraft((before) => ({ ...before, ...patch }))}
          errorOf={(name) => errors.get(name)}
          isNew={isNew}
        />
        {failure !== null && <ErrorAlert error={failure} />}
        <div className="row">
          <Button type="submit" variant="primary" isBusy={isBusy}>
            {submitLabel}
          </Button>
        </div>
      </form>
      {draft.kind === 'script' ? (
        <TestScript draft={draft} />
      ) : (
        <Card title="Test">
          <p className="muted">
            Save the tool to test it. A dry run on the tool page shows the request without sending it.
          </p>
        </Card>
      )}
    </div>
  )
}

/** By the first part of where the server saw each fault; what is inside a request belongs to its own fields. */
function errorsOf(failure: unknown): Map<string, string> {
  const details = failure instanceof StoaError ? failure.details : []
  return new Map(
    [...details].reverse().map(({ path, message }) => {
      const [first = '', second] = path.replace(/^\//, '').split('/')
      return [first === 'http' && second !== undefined && second !== 'url' ? second : first, message]
    }),
  )
}
