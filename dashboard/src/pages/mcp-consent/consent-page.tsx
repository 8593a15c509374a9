import { useLocation } from '@tanstack/react-router'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { useState } from 'react'
import { Button } from '../../components/actions/button.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../components/feedback/skeleton.tsx'
import { TextField } from '../../components/form/field.tsx'
import { useForm } from '../../components/form/use-form.ts'
import { Card, DescriptionList, Page } from '../../components/layout/page.tsx'
import { useProject, useRead } from '../../project.ts'

const path = '/api/v1/mcp_clients/authorize'

/** Where an MCP client sends the browser of its user: which server it may call, and as which end user. */
export function ConsentPage() {
  const { api, project } = useProject()
  const { searchStr } = useLocation()
  const request = Object.fromEntries(new URLSearchParams(searchStr))
  const { data, error, refetch } = useRead(['mcp-consent', searchStr], (reading, signal) =>
    reading.post(`${path}/preview`, { body: { request }, signal }),
  )
  const form = useForm({ user: '' })
  const [decided, setDecided] = useState<'approve' | 'deny' | null>(null)

  const decide = (decision: 'approve' | 'deny') =>
    form.attempt(async () => {
      const user = form.values.user.trim()
      setDecided(decision)
      try {
        const acting = user === '' ? api : api.as(user)
        const { redirectUrl } = await acting.post(path, { body: { request, decision } })
        window.location.assign(redirectUrl)
      } catch (failure) {
        setDecided(null)
        throw failure
      }
    })

  const title = data ? `Authorize ${data.client.name}` : 'Authorize an MCP client'
  return (
    <Page title={title} width="narrow">
      {!data &&
        (error ? <ErrorAlert error={error} retry={() => void refetch()} /> : <SkeletonLines count={6} />)}
      {data && (
        <form
          className="form"
          onSubmit={(event) => {
            event.preventDefault()
            void decide('approve')()
          }}
        >
          <p>
            <strong>{data.client.name}</strong> wants to call the MCP server{' '}
            <strong>{data.server.name}</strong> of the project <strong>{project.name}</strong>.
          </p>
          <Card title="It will be able to">
            <ul>
              {data.scopes.map(({ scope, description }) => (
                <li key={scope}>{description}</li>
              ))}
            </ul>
          </Card>
          <DescriptionList
            facts={[
              ['Returns to', data.client.redirectUri],
              ['Identity', data.client.url ?? 'Not verified: the name is what the client calls itself'],
            ]}
          />
          {!data.client.isLocal && !data.client.url && (
            <p className="muted small">
              The response goes to a web site. Approve it only if you have just started this there.
            </p>
          )}
          <TextField
            label="Act as end user"
            hint="Its connected accounts and data are used. Leave it empty for the project itself."
            {...form.bind('user')}
          />
          {form.failure !== null && <ErrorAlert error={form.failure} />}
          <div className="row">
            <Button
              type="submit"
              variant="primary"
              icon={<ShieldCheck size={16} aria-hidden />}
              isBusy={decided === 'approve'}
            >
              Approve
            </Button>
            <Button isBusy={decided === 'deny'} onClick={() => void decide('deny')()}>
              Deny
            </Button>
          </div>
        </form>
      )}
    </Page>
  )
}
