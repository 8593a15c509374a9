import type { LlmProvider, LlmProviderTest } from '@stoa/sdk'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { Code } from '../../../components/code/code-block.tsx'
import { Dialog, DialogFoot } from '../../../components/dialog/dialog.tsx'
import { Failure } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { Status } from '../../../components/feedback/status.tsx'
import { TextField } from '../../../components/form/field.tsx'
import { Facts } from '../../../components/layout/page.tsx'
import { duration } from '../../../components/text/format-duration.ts'
import { providerName } from '../../../features/models/provider-state.tsx'
import { useProject, useRefresh } from '../../../project.ts'

export const testPath = '/api/v1/ai/providers/{name}/test'

/** Makes one short call as soon as it is open, and shows what came of it. */
export function TestProvider({ provider: { name }, onClose }: { provider: LlmProvider; onClose(): void }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const [model, setModel] = useState('')
  // Which test this is: pressing again asks for another one, drawing again or coming back to the window does not.
  const [asked, setAsked] = useState(() => ({ at: Date.now(), model: '' }))
  const { data, error, isFetching } = useQuery({
    queryKey: ['provider-test', name, asked],
    queryFn: async () => {
      const body = asked.model === '' ? {} : { model: asked.model }
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
    if (!isFetching) setAsked({ at: Date.now(), model: model.trim() })
  }
  return (
    <Dialog title={`Test ${providerName(name)}`} onClose={onClose}>
      {isFetching ? (
        <SkeletonLines count={3} />
      ) : error ? (
        <Failure error={error} />
      ) : (
        data && <Outcome outcome={data} />
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
          <Button onClick={onClose} isFirst>
            Done
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}

const Outcome = ({ outcome }: { outcome: LlmProviderTest }) => (
  <div className="stack" role="status">
    <Status kind={outcome.ok ? 'good' : 'bad'}>{outcome.ok ? 'Connection OK' : 'Connection failed'}</Status>
    {outcome.error && <p>{outcome.error.message}</p>}
    <Facts
      facts={[
        ['Model', <code key="model">{outcome.model}</code>],
        ['Duration', duration(outcome.latencyMs)],
        ...(outcome.error ? [['Code', <code key="code">{outcome.error.code}</code>] as const] : []),
      ]}
    />
    {outcome.text && <Code snippets={[{ label: 'Response', text: outcome.text }]} />}
  </div>
)
