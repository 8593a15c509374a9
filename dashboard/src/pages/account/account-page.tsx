import type { Profile } from '@stoa/sdk'
import { refreshSession } from '../../auth/session.ts'
import { Button } from '../../components/actions/button.tsx'
import { CopyId } from '../../components/actions/copy-id.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../components/feedback/skeleton.tsx'
import { toasts } from '../../components/feedback/toast-store.ts'
import { TextField } from '../../components/form/field.tsx'
import { TimeZoneSelect } from '../../components/form/time-zone-select.tsx'
import { useForm } from '../../components/form/use-form.ts'
import { DescriptionList, Page } from '../../components/layout/page.tsx'
import { Section } from '../../components/layout/section.tsx'
import { useProject, useRead, useRefresh } from '../../project.ts'
import { PasswordForm } from './password-form.tsx'

const path = '/api/v1/users/profile'

export function AccountPage() {
  const { data: profile, error, refetch } = useRead(['profile'], (api, signal) => api.get(path, { signal }))
  return (
    <Page
      title="Your account"
      about="Your name, password and time zone, in every project of this server."
      calls={[
        { title: 'Current user', call: { method: 'GET', path } },
        { title: 'Update', call: { method: 'PATCH', path, body: { name: 'Ada' } } },
      ]}
    >
      {profile ? (
        <div>
          <Section title="Profile" about="How other members of the project see you.">
            <ProfileForm key={profile.id} profile={profile} />
          </Section>
          <Section title="Password" about="A new password signs out all other sessions.">
            <PasswordForm />
          </Section>
          <Section title="Dates and times" about="The time zone of the dates shown in this browser.">
            <TimeZoneSelect />
          </Section>
          <Section title="Account" about="How you sign in, and what you may do in this project.">
            <DescriptionList
              facts={[
                ['Email', profile.email ?? <span className="muted">none</span>],
                ['Role', profile.role],
                ['ID', <CopyId key="id" id={profile.id} />],
              ]}
            />
          </Section>
        </div>
      ) : error ? (
        <ErrorAlert error={error} retry={() => void refetch()} />
      ) : (
        <SkeletonLines count={8} />
      )}
    </Page>
  )
}

function ProfileForm({ profile }: { profile: Profile }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const form = useForm({
    name: profile.name,
    avatarUrl: profile.avatarUrl ?? '',
    locale: profile.locale ?? '',
  })
  const save = form.submit(async ({ name, avatarUrl, locale }) => {
    await api.patch(path, {
      body: { name, avatarUrl: avatarUrl.trim() || null, locale: locale.trim() || null },
    })
    toasts.success('Profile saved')
    await Promise.all([refresh(['profile']), refreshSession()])
  })
  return (
    <form className="form" noValidate onSubmit={save}>
      <TextField {...form.bind('name')} label="Name" autoComplete="name" isRequired />
      <div className="form-pair">
        <TextField
          {...form.bind('locale')}
          label="Language"
          placeholder="en-GB"
          hint="A language tag such as en-GB."
        />
        <TextField {...form.bind('avatarUrl')} label="Avatar URL" type="url" />
      </div>
      {form.failure !== null && <ErrorAlert error={form.failure} />}
      <div className="row">
        <Button type="submit" variant="primary" isBusy={form.isBusy}>
          Save profile
        </Button>
      </div>
    </form>
  )
}
