import type { LlmProvider, LlmProviderTest } from '@stoa/sdk'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { CodeBlock } from '../../../components/code/code-block.tsx'
import { Dialog, DialogFoot } from '../../../components/dialog/dialog.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { Status } from '../../../components/feedback/status.tsx'
import { TextField } from '../../../components/form/field.tsx'
import { DescriptionList } from '../../../components/layout/page.tsx'
import { formatDuration } from '../../../components/text/format-duration.ts'
import { providerName } from '../../../features/models/provider-state.tsx'
import { useProject, useRefresh } from '../../../project.ts'

export const testPath = '/api/v1/ai/providers/{name}/test'

/** Makes one short call as soon as it is open, and shows what came of it. */
export function TestProvider({ provider: { name }, onClose }: { provider: LlmProvider; onClose(): void }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const [model, setModel] = useState('')
  // The number of the test: pressing again runs another one, a re-render or a refocused window does not.
  const [params, setParams] = useState(() => ({ at: Date.now(), model: '' }))
  const { data, error, isFetching } = useQuery({
    queryKey: ['provider-test', name, params],
    queryFn: async () => {
      const body = params.model === '' ? {} : { model: params.model }
      const outcome = await api.post(testPath, { params: { name }, body })
      await refresh(['llm', 'calls'])
      return outcome
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const again = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isFetching) setParams({ at: Date.now(), model: model.trim() })
  }
  return (
    <Dialog title={`Test ${providerName(name)}`} onClose={onClose}>
      {isFetching ? (
        <SkeletonLines count={3} />
      ) : error ? (
        <ErrorAlert error={error} />
      ) : (
        data && <ImportPreview outcome={data} />
      )}
      <form className="form" noValidate onSubmit={again}>
        <TextField
          label="Model"
          name="model"
          value={model}
          onChange={setModel}
          isMono
          placeholder="chosen automatically"
          hint="This is a real call and is billed."
        />
        <DialogFoot>
          <Button type="submit" isBusy={isFetching}>
            Test again
          </Button>
          <Button onClick={onClose} hasInitialFocus>
            Done
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}

const ImportPreview = ({ outcome }: { outcome: LlmProviderTest }) => (
  <div className="stack" role="status">
    <Status kind={outcome.ok ? 'good' : 'bad'}>{outcome.ok ? 'Connection OK' : 'Connection failed'}</Status>
    {outcome.error && <p>{outcome.error.message}</p>}
    <DescriptionList
      facts={[
        ['Model', <code key="model">{outcome.model}</code>],
        ['Duration', formatDuration(outcome.latencyMs)],
        ...(outcome.error ? [['Code', <code key="code">{outcome.error.code}</code>] as const] : []),
      ]}
    />
    {outcome.text && <CodeBlock snippets={[{ label: 'Response', text: outcome.text }]} />}
  </div>
)
