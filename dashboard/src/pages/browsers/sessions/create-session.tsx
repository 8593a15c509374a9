import type { BrowserSession } from '@stoa/sdk'
import { FormDialog } from '../../../components/dialog/form-dialog.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { SelectField, TextField } from '../../../components/form/field.tsx'
import { useForm } from '../../../components/form/use-form.ts'
import { sessionsPath } from '../../../features/browsers/browser-paths.ts'
import { actAs } from '../../../features/end-users/act-as.ts'
import { hostsIn } from '../../../features/sandboxes/workbench/run-request.ts'
import { useProject, useRefresh } from '../../../project.ts'
import { useProfiles } from '../use-profiles.ts'

const blank = {
  startUrl: '',
  driver: '',
  user: '',
  profileId: '',
  idleTimeoutSec: '300',
  timeoutSec: '3600',
  allowedHosts: '',
  record: '',
  proxy: '',
  proxyUser: '',
  proxyPassword: '',
}

const driverChoices = [
  { value: '', label: 'Automatic' },
  { value: 'chromium', label: 'Chromium' },
  { value: 'http', label: 'HTTP (no scripts)' },
]

const recordChoices = [
  { value: '', label: 'Off' },
  { value: 'images', label: 'An image after each action' },
]

const never = 'never'
const idleChoices = [
  { value: '60', label: '1 minute' },
  { value: '300', label: '5 minutes' },
  { value: '900', label: '15 minutes' },
  { value: '3600', label: '1 hour' },
  { value: never, label: 'Never (keep alive)' },
]
const timeoutChoices = [
  { value: '900', label: '15 minutes' },
  { value: '3600', label: '1 hour' },
  { value: '14400', label: '4 hours' },
  { value: '21600', label: '6 hours' },
]

/** What the server gets for the texts of the form. */
function bodyOf(texts: typeof blank) {
  const { startUrl, driver, profileId, idleTimeoutSec, timeoutSec, allowedHosts, record } = texts
  const hosts = hostsIn(allowedHosts)
  const proxy = proxyIn(texts)
  const url = startUrl.trim()
  return {
    timeoutSec: Number(timeoutSec),
    ...(idleTimeoutSec === never ? { keepAlive: true } : { idleTimeoutSec: Number(idleTimeoutSec) }),
    ...(url === '' ? {} : { startUrl: /^[a-z]+:/i.test(url) ? url : `https://${url}` }),
    ...(driver === '' ? {} : { driver: driver as BrowserSession['driver'] }),
    ...(profileId === '' ? {} : { profileId }),
    ...(hosts.length > 0 ? { allowedHosts: hosts } : {}),
    ...(record === '' ? {} : { record: true }),
    ...(proxy === null ? {} : { proxy }),
  }
}

function proxyIn({ proxy, proxyUser, proxyPassword }: typeof blank) {
  if (proxy.trim() === '') return null
  const credentials = proxyUser === '' ? {} : { username: proxyUser, password: proxyPassword }
  return { url: proxy.trim(), ...credentials }
}

type CreateProps = { profileId: string; onClose(): void; onCreated(session: BrowserSession): void }

export function CreateSession({ profileId, onClose, onCreated }: CreateProps) {
  const { api } = useProject()
  const refresh = useRefresh()
  const profiles = useProfiles()
  const form = useForm({ ...blank, profileId })
  const chosen = profiles.find(({ id }) => id === form.values.profileId)
  const create = form.submit(async (texts) => {
    // A profile belongs to one end user, and so does a session that opens it.
    const user = chosen ? chosen.userName : texts.user.trim()
    const created = await actAs(api, user).post(sessionsPath, { body: bodyOf(texts) })
    toasts.success(created.status === 'pending' ? 'Session queued' : 'Session created')
    onCreated(created)
    await refresh(['browsers'])
  })
  return (
    <FormDialog
      title="Create a session"
      submitLabel="Create session"
      form={form}
      onSubmit={create}
      onClose={onClose}
    >
      <TextField
        {...form.bind('startUrl')}
        label="Start URL"
        placeholder="https://example.com"
        hint="Optional: a session can begin with an empty page."
        isMono
        hasInitialFocus
      />
      <div className="form-pair">
        <SelectField {...form.bind('driver')} label="Driver" choices={driverChoices} />
        <SelectField
          {...form.bind('profileId')}
          label="Profile"
          choices={[{ value: '', label: 'None (signed out)' }, ...profiles.map(toChoice)]}
        />
      </div>
      {chosen ? (
        <p className="muted small">
          The session belongs to {chosen.userName === '' ? 'the project' : chosen.userName}, like its profile.
        </p>
      ) : (
        <TextField
          {...form.bind('user')}
          label="End user"
          placeholder="the project itself"
          hint="By name. Up to 2 running sessions per user; others are queued."
        />
      )}
      <div className="form-pair">
        <SelectField {...form.bind('idleTimeoutSec')} label="Idle timeout" choices={idleChoices} />
        <SelectField {...form.bind('timeoutSec')} label="Timeout" choices={timeoutChoices} />
      </div>
      <TextField
        {...form.bind('allowedHosts')}
        label="Allowed hosts"
        placeholder="the public internet"
        hint="For example shop.example.com or *.example.com, comma-separated."
        isMono
      />
      <TextField
        {...form.bind('proxy')}
        label="Proxy"
        placeholder="none"
        hint="For example http://proxy.example.com:3128 or socks5://proxy.example.com:1080."
        isMono
      />
      {form.values.proxy.trim() !== '' && (
        <div className="form-pair">
          <TextField {...form.bind('proxyUser')} label="Proxy user name" />
          <TextField {...form.bind('proxyPassword')} label="Proxy password" type="password" />
        </div>
      )}
      <SelectField {...form.bind('record')} label="Recording" choices={recordChoices} />
    </FormDialog>
  )
}

const toChoice = ({ id, name, userName, isOpen }: ReturnType<typeof useProfiles>[number]) => ({
  value: id,
  label: `${name} (${userName === '' ? 'the project' : userName}${isOpen ? ', in use' : ''})`,
})
