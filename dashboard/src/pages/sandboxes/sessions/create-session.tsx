import type { SandboxSession } from '@stoa/sdk'
import { FormDialog } from '../../../components/dialog/form-dialog.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { AreaField, SelectField, TextField } from '../../../components/form/field.tsx'
import { useForm } from '../../../components/form/use-form.ts'
import { actAs } from '../../../features/end-users/act-as.ts'
import { sessionsPath } from '../../../features/sandboxes/sandbox-paths.ts'
import { hostsIn } from '../../../features/sandboxes/workbench/run-request.ts'
import { useProject, useRefresh } from '../../../project.ts'

const blank = {
  user: '',
  threadId: '',
  idleTimeoutSec: '900',
  maxDurationSec: '3600',
  onTimeout: 'pause',
  allowedHosts: '',
  env: '',
}

const timeoutChoices = [
  { value: 'pause', label: 'Pause (keep state)' },
  { value: 'kill', label: 'End (delete state)' },
]

const durations = [
  { value: '300', label: '5 minutes' },
  { value: '900', label: '15 minutes' },
  { value: '3600', label: '1 hour' },
  { value: '14400', label: '4 hours' },
  { value: '86400', label: '1 day' },
]

/** Lines such as NAME=value. */
function envIn(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf('=')
      if (at < 1) throw new Error(`"${line.trim()}" must have the form NAME=value`)
      return [line.slice(0, at).trim(), line.slice(at + 1)]
    }),
  )
}

type CreateProps = { onClose(): void; onCreated(session: SandboxSession): void }

export function CreateSession({ onClose, onCreated }: CreateProps) {
  const { api } = useProject()
  const refresh = useRefresh()
  const form = useForm(blank)
  const create = form.submit(async (texts) => {
    const hosts = hostsIn(texts.allowedHosts)
    const created = await actAs(api, texts.user.trim()).post(sessionsPath, {
      body: {
        idleTimeoutSec: Number(texts.idleTimeoutSec),
        maxDurationSec: Number(texts.maxDurationSec),
        onTimeout: texts.onTimeout as 'pause' | 'kill',
        ...(hosts.length > 0 ? { network: 'allowlist', allowedHosts: hosts } : {}),
        ...(texts.threadId.trim() === '' ? {} : { threadId: texts.threadId.trim() }),
        env: envIn(texts.env),
      },
    })
    toasts.success('Session created')
    onCreated(created)
    await refresh(['sandbox'])
  })
  return (
    <FormDialog
      title="Create a session"
      submitLabel="Create session"
      form={form}
      onSubmit={create}
      onClose={onClose}
    >
      <div className="form-pair">
        <TextField
          {...form.bind('user')}
          label="End user"
          placeholder="the project itself"
          hint="By name. Up to 5 running sessions per user."
          hasInitialFocus
        />
        <TextField
          {...form.bind('threadId')}
          label="Thread"
          hint="The thread this sandbox belongs to. Optional."
        />
      </div>
      <div className="form-pair">
        <SelectField {...form.bind('idleTimeoutSec')} label="Idle timeout" choices={durations} />
        <SelectField {...form.bind('maxDurationSec')} label="Max duration" choices={durations} />
      </div>
      <SelectField {...form.bind('onTimeout')} label="On timeout" choices={timeoutChoices} />
      <TextField
        {...form.bind('allowedHosts')}
        label="Allowed hosts"
        placeholder="none (network disabled)"
        hint="For example api.example.com or *.example.com, comma-separated."
        isMono
      />
      <AreaField
        {...form.bind('env')}
        label="Environment"
        placeholder="API_URL=https://api.example.com"
        hint="One NAME=value per line. Stored encrypted and never shown again."
        rows={2}
        isMono
      />
    </FormDialog>
  )
}
