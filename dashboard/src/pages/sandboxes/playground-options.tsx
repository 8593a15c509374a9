import { Link } from '@tanstack/react-router'
import { SelectField, TextField } from '../../components/form/field.tsx'
import { actAs } from '../../features/end-users/act-as.ts'
import { sessionsPath } from '../../features/sandboxes/sandbox-paths.ts'
import { sessionName } from '../../features/sandboxes/session-name.ts'
import type { Draft } from '../../features/sandboxes/workbench/run-request.ts'
import { href } from '../../href.ts'
import { useRead } from '../../project.ts'
import { sandboxRoutes } from './routes.ts'
import { Workspace } from './sessions/workspace.tsx'

type OptionsProps = {
  draft: Draft
  change(patch: Partial<Draft>): void
  sessionId: string | null
  onSession(id: string | undefined): void
  onCreate(): void
}

const once = ''
const fresh = 'new'
// More than are open at the same time.
const sessionLimit = 50

const useOpenSessions = () =>
  useRead(
    ['sandbox', 'sessions', 'open'],
    async (api, signal) => {
      const all = await actAs(api).get(sessionsPath, { query: { limit: sessionLimit }, signal })
      return all.filter(({ status }) => status !== 'ended')
    },
    { refetchInterval: 10_000 },
  )

export function PlaygroundOptions({ draft, change, sessionId, onSession, onCreate }: OptionsProps) {
  const { data: sessions } = useOpenSessions()
  const chosen = sessions?.find(({ id }) => id === sessionId)
  const isKnown = sessionId === null || chosen !== undefined
  return (
    <div className="workbench-options">
      <SelectField
        label="Mode"
        name="session"
        value={sessionId ?? once}
        onChange={(value) => (value === fresh ? onCreate() : onSession(value || undefined))}
        choices={[
          { value: once, label: 'One-off (nothing is stored)' },
          ...(sessions ?? []).map((session) => ({
            value: session.id,
            label: `Session ${sessionName(session)}${session.status === 'paused' ? ' (paused)' : ''}`,
          })),
          ...(isKnown ? [] : [{ value: sessionId, label: `Session …${sessionId.slice(-8)}` }]),
          { value: fresh, label: 'New session…' },
        ]}
        hint={
          sessionId === null ? (
            'Sessions keep variables, functions and files.'
          ) : (
            <Link to={href(sandboxRoutes.session, { id: sessionId })}>History and settings</Link>
          )
        }
      />
      <TextField
        label="Timeout (ms)"
        name="timeoutMs"
        type="number"
        placeholder="8000"
        value={draft.timeoutMs}
        onChange={(timeoutMs) => change({ timeoutMs })}
        hint="From 1000 to 20000."
      />
      {sessionId === null && <OneOffOptions draft={draft} change={change} />}
      {chosen && (
        <div className="workbench-files">
          <Workspace session={chosen} />
        </div>
      )}
    </div>
  )
}

const OneOffOptions = ({ draft, change }: Pick<OptionsProps, 'draft' | 'change'>) => (
  <>
    <TextField
      label="Allowed hosts"
      name="hosts"
      placeholder="none (network disabled)"
      value={draft.hosts}
      onChange={(hosts) => change({ hosts })}
      isMono
      hint="For example api.example.com or *.example.com, comma-separated."
    />
    <TextField
      label="Run as end user"
      name="user"
      placeholder="the project itself"
      value={draft.user}
      onChange={(user) => change({ user })}
      hint="By name. Usage counts towards their limits and credits."
    />
  </>
)
