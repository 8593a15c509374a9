import type { KeySimulation } from '@stoa/sdk'
import { useState } from 'react'
import { Button } from '../../components/actions/button.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { Status } from '../../components/feedback/status.tsx'
import { SelectField, TextField } from '../../components/form/field.tsx'
import { useForm } from '../../components/form/use-form.ts'
import { Card } from '../../components/layout/page.tsx'
import { useProject } from '../../project.ts'
import './simulate-key.css'

const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const

/** Checks whether a key may make a call without making it. */
export function SimulateKey({ keyId }: { keyId: string }) {
  const { api } = useProject()
  const [verdict, setVerdict] = useState<KeySimulation | null>(null)
  const form = useForm({ method: 'GET', path: '/api/v1/external-users' })
  const simulate = form.submit(async ({ method, path }) => {
    setVerdict(null)
    const body = { method: method as (typeof methods)[number], path }
    setVerdict(await api.post('/api/v1/api-keys/{id}/simulate', { params: { id: keyId }, body }))
  })
  return (
    <Card title="Check permissions">
      <form className="simulate" noValidate onSubmit={simulate}>
        <SelectField
          {...form.bind('method')}
          label="Method"
          choices={methods.map((value) => ({ value, label: value }))}
        />
        <TextField {...form.bind('path')} label="Path" isMono />
        <Button type="submit" isBusy={form.isBusy}>
          Check
        </Button>
      </form>
      <div role="status">
        {verdict && (
          <p className="row">
            <Status kind={verdict.allowed ? 'good' : 'bad'}>{verdict.allowed ? 'Allowed' : 'Denied'}</Status>
            <span className="muted">{verdict.rule}</span>
          </p>
        )}
      </div>
      {form.failure !== null && <ErrorAlert error={form.failure} />}
    </Card>
  )
}
