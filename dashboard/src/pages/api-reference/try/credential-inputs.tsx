import { TextField } from '../../../components/form/field.tsx'
import type { Operation } from '../spec/operation.ts'
import type { Caller } from './use-caller.ts'

/** Who the request is sent as. */
export function CredentialInputs({ operation, caller }: { operation: Operation; caller: Caller }) {
  const { session, project } = caller
  if (operation.access === 'public') return <p className="muted small">No authentication required.</p>
  const email = session?.account.email ?? session?.account.name
  return (
    <>
      {operation.access === 'session' ? (
        <p className="muted small">
          {session ? `Sent as ${email}.` : 'Sign in to the dashboard first; API keys are not accepted here.'}
        </p>
      ) : (
        <TextField
          name="x-api-key"
          label="x-api-key"
          type="password"
          isMono
          placeholder="stoa_…"
          hint={
            session
              ? `Leave empty to send as ${email}${project ? ` in project ${project.name}` : ''}.`
              : 'Stored in this tab only.'
          }
          value={caller.apiKey}
          onChange={caller.setApiKey}
        />
      )}
      {operation.takesUsername && (
        <TextField
          name="x-username"
          label="x-username"
          isMono
          placeholder="the default user"
          value={caller.username}
          onChange={caller.setUsername}
        />
      )}
    </>
  )
}
