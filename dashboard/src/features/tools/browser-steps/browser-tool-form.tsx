import type { ToolDetail } from '@stoa/sdk'
import { useNavigate } from '@tanstack/react-router'
import { Button } from '../../../components/actions/button.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { Chip } from '../../../components/feedback/status.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { AreaField, TextField } from '../../../components/form/field.tsx'
import type { useForm } from '../../../components/form/use-form.ts'
import { Card } from '../../../components/layout/page.tsx'
import { useRead, useRefresh } from '../../../project.ts'
import { toolkitPath } from '../../toolkits/toolkits-api.ts'
import { toolUrl } from '../tools-api.ts'
import { StepList } from './step-list.tsx'
import { bodyOf, isMandatory, parametersOf, type Recorded, type StepsDraft } from './steps-draft.ts'
import { type General, useToolEdits } from './use-tool-edits.ts'

export type BrowserToolBody = General & ReturnType<typeof bodyOf>

type FormProps = {
  /** Edits are stored under it. */
  editName: string
  general: General
  recorded: Recorded
  warnings: readonly string[]
  isNew: boolean
  save(body: BrowserToolBody): Promise<ToolDetail>
}

/** Recorded steps as a tool: which values its callers give, and what is checked on the way. */
export function BrowserToolForm({ editName, general, recorded, warnings, isNew, save }: FormProps) {
  const { form, draft, setDraft, isDirty, end, discard } = useToolEdits(editName, general, recorded)
  const refresh = useRefresh()
  const navigate = useNavigate()
  const fields = useAccountFields(form.values.toolkitSlug.trim())
  const submit = form.submit(async (texts) => {
    refuseIncomplete(draft)
    const saved = await save({ ...trimmed(texts), ...bodyOf(draft) })
    end()
    toasts.success(`${saved.name} ${saved.version} saved`)
    await refresh(['tool'], ['tools'], ['toolkit'], ['toolkits'])
    void navigate({ to: toolUrl(saved.slug) })
  })
  return (
    <form className="page-sides" noValidate onSubmit={submit}>
      <div className="stack">
        <GeneralFields form={form} isNew={isNew} />
        <Card title="Steps">
          <StepList
            steps={draft.steps}
            accountFields={fields}
            change={(steps) => setDraft({ ...draft, steps })}
          />
        </Card>
        <Card title="Final check">
          <TextField
            label="Text that must be visible on the last page"
            name="expectText"
            value={draft.expectText}
            placeholder="none"
            onChange={(expectText) => setDraft({ ...draft, expectText })}
          />
        </Card>
        {form.failure !== null && <ErrorAlert error={form.failure} />}
        <div className="row">
          <Button type="submit" variant="primary" isBusy={form.isBusy}>
            {isNew ? 'Create tool' : 'Save'}
          </Button>
          {isDirty && <Button onClick={discard}>Discard changes</Button>}
        </div>
      </div>
      <div className="stack">
        <Card title="Parameters">
          <Parameters draft={draft} />
        </Card>
        {warnings.length > 0 && <Warnings warnings={warnings} />}
      </div>
    </form>
  )
}

const trimmed = ({ name, slug, description, toolkitSlug, version }: General): General => ({
  name: name.trim(),
  slug: slug.trim(),
  description: description.trim(),
  toolkitSlug: toolkitSlug.trim(),
  version: version.trim(),
})

/** What the server could only name by its place in the request. */
function refuseIncomplete({ steps }: StepsDraft): void {
  const at = steps.findIndex(
    ({ value }) =>
      (value?.source === 'parameter' && value.name.trim() === '') ||
      (value?.source === 'connection' && value.field === ''),
  )
  if (at >= 0)
    throw new Error(
      steps[at]!.value!.source === 'parameter'
        ? `Step ${at + 1} needs the name of its parameter.`
        : `Step ${at + 1} needs a field of the account.`,
    )
}

/** Names of the fields that an account of the toolkit has; none where the toolkit is not there yet. */
function useAccountFields(toolkitSlug: string): readonly string[] {
  const { data } = useRead(
    ['toolkit', toolkitSlug],
    (api, signal) => api.get(toolkitPath, { params: { id: toolkitSlug }, signal }),
    { isEnabled: toolkitSlug !== '' },
  )
  const names = (data?.authConfigDetails ?? []).flatMap(({ fields: { connectedAccountInitiation: own } }) =>
    [...own.required, ...own.optional].map(({ name }) => name),
  )
  return [...new Set(names)]
}

type GeneralProps = { form: ReturnType<typeof useForm<General>>; isNew: boolean }

const GeneralFields = ({ form, isNew }: GeneralProps) => (
  <Card title="General">
    <div className="form-pair">
      <TextField
        {...form.bind('name')}
        label="Name"
        placeholder="Open an order"
        isRequired
        hasInitialFocus={isNew}
      />
      <TextField {...form.bind('slug')} label="Slug" placeholder="open_order" isMono isRequired />
    </div>
    <AreaField
      {...form.bind('description')}
      label="Description"
      rows={2}
      placeholder="Signs in to the shop and opens an order."
    />
    <div className="form-pair">
      <TextField
        {...form.bind('toolkitSlug')}
        label="Toolkit"
        isMono
        hint="Its accounts have the connection fields. Created if missing."
      />
      <TextField
        {...form.bind('version')}
        label="Version"
        isMono
        hint={isNew ? undefined : 'Change it to keep the previous version available.'}
      />
    </div>
  </Card>
)

function Parameters({ draft }: { draft: StepsDraft }) {
  const parameters = [...parametersOf(draft)]
  const fields = draft.steps.flatMap(({ value }) => (value?.source === 'connection' ? [value.field] : []))
  const profile = draft.rest.profileParameter
  if (parameters.length === 0 && fields.length === 0 && profile === null)
    return <p className="muted">None: every run does the same.</p>
  return (
    <ul className="stack">
      {parameters.map(([name, value]) => (
        <li key={name}>
          <code>{name || 'unnamed'}</code> {isMandatory(value) && <Chip>required</Chip>}{' '}
          {value.isSecret && <Chip>secret</Chip>} <span className="muted small">{value.description}</span>
        </li>
      ))}
      {profile !== null && (
        <li>
          <code>{profile}</code> <span className="muted small">The browser profile to begin with.</span>
        </li>
      )}
      {fields.map((field) => (
        <li key={field}>
          <code>{field || 'unnamed'}</code> <Chip>connection field</Chip>
        </li>
      ))}
    </ul>
  )
}

const Warnings = ({ warnings }: { warnings: readonly string[] }) => (
  <Card title="Not in the tool">
    <ul className="stack">
      {warnings.map((warning) => (
        <li key={warning} className="muted">
          {warning}
        </li>
      ))}
    </ul>
  </Card>
)
