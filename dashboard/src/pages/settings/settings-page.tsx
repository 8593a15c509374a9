import type { BodyOf, Project } from '@stoa/sdk'
import { refreshSession } from '../../auth/session.ts'
import { Button } from '../../components/actions/button.tsx'
import { CopyId } from '../../components/actions/copy-id.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../components/feedback/skeleton.tsx'
import { toasts } from '../../components/feedback/toast-store.ts'
import { Checkbox, TextField } from '../../components/form/field.tsx'
import { useForm } from '../../components/form/use-form.ts'
import { DescriptionList, Page } from '../../components/layout/page.tsx'
import { Section } from '../../components/layout/section.tsx'
import { TimeAgo } from '../../components/text/time-ago.tsx'
import { ModelField } from '../../features/models/model-field.tsx'
import { SampleDataAction } from '../../features/sample-data/sample-data-action.tsx'
import { WorkflowField } from '../../features/workflows/workflow-field.tsx'
import { useIsAdmin, useIsOwner, useProject, useRead, useRefresh } from '../../project.ts'
import { DangerZone } from './danger-zone.tsx'
import { GuideCard } from './guide/guide-card.tsx'
import { SettingsTabs } from './settings-tabs.tsx'

const path = '/api/v1/project'

export function SettingsPage() {
  const isAdmin = useIsAdmin()
  const isOwner = useIsOwner()
  const { data: project, error, refetch } = useRead(['project'], (api, signal) => api.get(path, { signal }))
  return (
    <Page
      title="Settings"
      about="Settings for the whole project."
      calls={[
        { title: 'Retrieve', call: { method: 'GET', path } },
        { title: 'Update', call: { method: 'PATCH', path, body: { retentionDays: 90 } } },
      ]}
    >
      <SettingsTabs />
      {project ? (
        <div>
          <SettingsForm key={project.updatedAt} project={project} />
          <Section title="Project" about="How the API and the CLI refer to this project.">
            <DescriptionList
              facts={[
                ['ID', <CopyId key="id" id={project.id} />],
                ['Slug', <code key="slug">{project.slug}</code>],
                ['Created', <TimeAgo key="created" at={project.createdAt} />],
                ['Updated', <TimeAgo key="changed" at={project.updatedAt} />],
              ]}
            />
          </Section>
          {isAdmin && (
            <Section
              title="Sample data"
              about="Something to try every page with, removed as easily as added."
            >
              <SampleDataAction />
            </Section>
          )}
          {isAdmin && <GuideCard />}
          {isOwner && <DangerZone />}
        </div>
      ) : error ? (
        <ErrorAlert error={error} retry={() => void refetch()} />
      ) : (
        <SkeletonLines count={8} />
      )}
    </Page>
  )
}

const textsOf = (project: Project) => ({
  name: project.name,
  retentionDays: project.retentionDays === null ? '' : String(project.retentionDays),
  storePayloads: String(project.storePayloads),
  storePrompts: String(project.storePrompts),
  defaultModel: project.defaultModel ?? '',
  defaultAgentId: project.defaultAgentId ?? '',
  webhookBaseUrl: project.webhookBaseUrl ?? '',
})

type Texts = ReturnType<typeof textsOf>

/** Only what was changed, so that two people who change different settings do not undo each other. */
function changesOf(texts: Texts, before: Texts): NonNullable<BodyOf<typeof path, 'patch'>> {
  const isNew = (name: keyof Texts) => texts[name] !== before[name]
  return {
    ...(isNew('name') ? { name: texts.name } : {}),
    ...(isNew('retentionDays')
      ? { retentionDays: texts.retentionDays === '' ? null : Number(texts.retentionDays) }
      : {}),
    ...(isNew('storePayloads') ? { storePayloads: texts.storePayloads === 'true' } : {}),
    ...(isNew('storePrompts') ? { storePrompts: texts.storePrompts === 'true' } : {}),
    ...(isNew('defaultModel') ? { defaultModel: texts.defaultModel.trim() || null } : {}),
    ...(isNew('defaultAgentId') ? { defaultAgentId: texts.defaultAgentId || null } : {}),
    ...(isNew('webhookBaseUrl') ? { webhookBaseUrl: texts.webhookBaseUrl.trim() || null } : {}),
  }
}

function SettingsForm({ project }: { project: Project }) {
  const { api } = useProject()
  const isAdmin = useIsAdmin()
  const refresh = useRefresh()
  const before = textsOf(project)
  const form = useForm(before)
  const isChanged = Object.keys(changesOf(form.values, before)).length > 0
  const save = form.submit(async (texts) => {
    await api.patch(path, { body: changesOf(texts, before) })
    toasts.success('Settings saved')
    // The name is in the switcher, which reads it from the session.
    await Promise.all([refresh(['project']), refreshSession()])
  })
  return (
    <form noValidate onSubmit={save}>
      <Section title="General" about="Name and defaults of the project.">
        <div className="form">
          <TextField {...form.bind('name')} label="Name" isRequired />
          <ModelField
            {...form.bind('defaultModel')}
            label="Default model"
            placeholder="openai/gpt-5"
            hint="Used when a request does not specify a model."
          />
          <WorkflowField
            {...form.bind('defaultAgentId')}
            label="Default agent"
            hint="Answers chat runs that do not specify an agent. Empty: the oldest active agent."
            isAgentOnly
          />
          <TextField
            {...form.bind('webhookBaseUrl')}
            label="Webhook base URL"
            type="url"
            placeholder="https://example.com/hooks"
            hint="The public URL external services call, if it differs from this server's own URL."
          />
        </div>
      </Section>
      <Section title="Logs" about="What is logged for each run, and how long logs are stored.">
        <LogFields form={form} />
      </Section>
      <div className="section-actions stack">
        {form.failure !== null && <ErrorAlert error={form.failure} />}
        {isAdmin ? (
          <div className="row">
            <Button type="submit" variant="primary" isBusy={form.isBusy} disabled={!isChanged}>
              Save
            </Button>
            {isChanged && <Button onClick={() => form.set(before)}>Discard</Button>}
          </div>
        ) : (
          <p className="muted">Only project admins can change settings.</p>
        )}
      </div>
    </form>
  )
}

const LogFields = ({ form }: { form: ReturnType<typeof useForm<Texts>> }) => (
  <div className="form">
    <TextField
      {...form.bind('retentionDays')}
      label="Log retention (days)"
      type="number"
      hint="Leave empty to keep logs until they are deleted."
    />
    <Checkbox
      name="storePayloads"
      label="Log inputs and outputs of tools and scripts"
      hint="When off, only status, duration and cost are logged."
      isOn={form.values.storePayloads === 'true'}
      onChange={(isOn) => form.set({ storePayloads: String(isOn) })}
    />
    <Checkbox
      name="storePrompts"
      label="Log prompts and responses of model calls"
      hint="When off, only model, tokens, duration and cost are logged."
      isOn={form.values.storePrompts === 'true'}
      onChange={(isOn) => form.set({ storePrompts: String(isOn) })}
    />
  </div>
)
