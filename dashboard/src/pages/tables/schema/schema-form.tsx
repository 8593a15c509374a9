import { type BodyOf, isStoaError, type TableCollection } from '@stoa/sdk'
import { useNavigate } from '@tanstack/react-router'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { AreaField, Checkbox, SelectField, TextField } from '../../../components/form/field.tsx'
import { requiredNumber } from '../../../components/form/required-number.ts'
import { useForm } from '../../../components/form/use-form.ts'
import { Card } from '../../../components/layout/page.tsx'
import { actAs, useApiAs } from '../../../features/end-users/act-as.ts'
import { collectionsPath } from '../../../features/tables/tables-api.ts'
import { href } from '../../../href.ts'
import { useRead, useRefresh } from '../../../project.ts'
import { accessChoices, modeChoices } from '../access.ts'
import { tableRoutes } from '../routes.ts'
import { type FieldDraft, newField, toFieldDraft, toFieldInput } from './field-draft.ts'
import { FieldEditor } from './field-editor.tsx'
import { ConfirmMigration, type Migration, MigrationBlockers } from './migration.tsx'
import './schema-form.css'

type Change = NonNullable<BodyOf<'/api/v1/table/collections/{id}', 'patch'>>

const writesChoices = [
  { value: 'direct', label: 'Immediate' },
  { value: 'proposed', label: 'Require approval for members' },
]

const settingsOf = (table: TableCollection) => ({
  name: table.name,
  slug: table.slug,
  description: table.description,
  mode: table.mode as string,
  access: table.access as string,
  writes: table.writes as string,
  maxDocuments: String(table.maxDocuments),
  historyDays: String(table.historyDays),
  indexes: table.indexes.map(({ fields }) => fields.join(', ')).join('\n'),
  exposeViaMcp: String(table.exposeViaMcp),
})

const indexesOf = (text: string) =>
  text
    .split('\n')
    .map((line) =>
      line
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .filter((fields) => fields.length > 0)
    .map((fields) => ({ fields }))

/** What the whole form says, as the API takes it. */
const changeOf = (texts: ReturnType<typeof settingsOf>, fields: readonly FieldDraft[]): Change => ({
  name: texts.name,
  slug: texts.slug,
  description: texts.description,
  mode: texts.mode as TableCollection['mode'],
  access: texts.access as TableCollection['access'],
  writes: texts.writes as TableCollection['writes'],
  maxDocuments: requiredNumber('maxDocuments', texts.maxDocuments),
  historyDays: requiredNumber('historyDays', texts.historyDays),
  exposeViaMcp: texts.exposeViaMcp === 'true',
  indexes: indexesOf(texts.indexes),
  schema: { fields: fields.map(toFieldInput) },
})

/** Tries every change on the existing rows before it is applied; what it would change has to be confirmed. */
export function SchemaForm({ table }: { table: TableCollection }) {
  const api = useApiAs()
  const refresh = useRefresh()
  const navigate = useNavigate()
  // What was read when the form opened: a newer state must not be overwritten unseen.
  const [base] = useState(table)
  const [fields, setFields] = useState(() => base.schema.fields.map(toFieldDraft))
  const [pendingMigration, setPendingMigration] = useState<{ change: Change; migration: Migration } | null>(
    null,
  )
  const [blocked, setBlocked] = useState<Migration | null>(null)
  const form = useForm(settingsOf(base))
  const options = { params: { id: base.id }, ifMatch: base.version }

  const save = async (change: Change) => {
    await api.patch('/api/v1/table/collections/{id}', { ...options, body: change })
    toasts.success('Table updated')
    void navigate({ to: href(tableRoutes.detail, { id: base.id }) })
    await refresh(['tables'], ['documents', base.id])
  }
  const check = form.submit(async (texts) => {
    setBlocked(null)
    const change = changeOf(texts, fields)
    const tried = await api.patch('/api/v1/table/collections/{id}', {
      ...options,
      query: { dryRun: true },
      body: change,
    })
    const migration = tried.migration ?? { checkedDocuments: 0, rewrittenDocuments: 0, blockers: [] }
    if (migration.blockers.length > 0) setBlocked(migration)
    else if (migration.rewrittenDocuments > 0 || removedFrom(base, fields).length > 0)
      setPendingMigration({ change, migration })
    else await save(change)
  })
  const errors = fieldErrorsIn(form.failure)
  return (
    <form className="schema-form" noValidate onSubmit={check}>
      <Fields fields={fields} errors={errors} tableId={base.id} onChange={setFields} />
      <Settings form={form} />
      <div className="schema-foot">
        {blocked && <MigrationBlockers migration={blocked} />}
        {form.failure !== null && <ErrorAlert error={form.failure} />}
        <div className="row">
          <Button type="submit" variant="primary" isBusy={form.isBusy}>
            Save
          </Button>
          <Button onClick={() => void navigate({ to: href(tableRoutes.detail, { id: base.id }) })}>
            Cancel
          </Button>
        </div>
      </div>
      {pendingMigration && (
        <ConfirmMigration
          migration={pendingMigration.migration}
          removed={removedFrom(base, fields)}
          run={() => save(pendingMigration.change)}
          onClose={() => setPendingMigration(null)}
        />
      )}
    </form>
  )
}

/** Fields that are there now and would not be afterwards. */
const removedFrom = (table: TableCollection, fields: readonly FieldDraft[]): string[] =>
  table.schema.fields.map(({ name }) => name).filter((name) => fields.every(({ before }) => before !== name))

/** What the server said of each field, by its place in the list. */
function fieldErrorsIn(failure: unknown): Map<number, string> {
  const found = new Map<number, string>()
  for (const { path, message } of isStoaError(failure) ? failure.details : []) {
    const [, index, rule] = /^\/schema\/fields\/(\d+)(?:\/(\w+))?/.exec(path) ?? []
    if (index !== undefined) found.set(Number(index), rule ? `${rule} ${message}` : message)
  }
  return found
}

type FieldsProps = {
  fields: readonly FieldDraft[]
  errors: ReadonlyMap<number, string>
  tableId: string
  onChange(next: FieldDraft[]): void
}

function Fields({ fields, errors, tableId, onChange }: FieldsProps) {
  const [fieldCount, setFieldCount] = useState(0)
  const { data } = useRead(['tables', 'names'], (api, signal) =>
    actAs(api).get(collectionsPath, { query: { limit: 100, sortBy: 'name', sortOrder: 'ASC' }, signal }),
  )
  const tables = (data ?? []).map(({ id, name }) => ({
    value: id,
    label: id === tableId ? `${name} (this one)` : name,
  }))
  const add = () => {
    onChange([...fields, newField(`new ${fieldCount}`)])
    setFieldCount(fieldCount + 1)
  }
  const move = (at: number, step: 1 | -1) => {
    const to = at + step
    if (to < 0 || to >= fields.length) return
    const next = [...fields]
    next.splice(to, 0, ...next.splice(at, 1))
    onChange(next)
  }
  return (
    <Card
      title="Fields"
      actions={
        <Button icon={<Plus size={14} aria-hidden />} data-creates="" onClick={add}>
          Add field
        </Button>
      }
    >
      {fields.length === 0 ? (
        <p className="muted">No fields declared yet. Flexible tables accept any field.</p>
      ) : (
        <ol className="field-editors">
          {fields.map((field, at) => (
            <FieldEditor
              key={field.key}
              field={field}
              error={errors.get(at)}
              tables={tables}
              onChange={(patch) =>
                onChange(fields.map((each, index) => (index === at ? { ...each, ...patch } : each)))
              }
              onMove={(step) => move(at, step)}
              onRemove={() => onChange(fields.filter((_, index) => index !== at))}
            />
          ))}
        </ol>
      )}
    </Card>
  )
}

type SettingsForm = ReturnType<typeof useForm<ReturnType<typeof settingsOf>>>

const Settings = ({ form }: { form: SettingsForm }) => (
  <Card title="Settings">
    <div className="form">
      <div className="form-pair">
        <TextField {...form.bind('name')} label="Table name" isRequired />
        <TextField {...form.bind('slug')} label="Slug" isMono />
      </div>
      <AreaField {...form.bind('description')} label="Description" rows={2} />
      <div className="form-pair">
        <SelectField {...form.bind('access')} label="Access" choices={accessChoices} />
        <SelectField {...form.bind('mode')} label="Fields" choices={modeChoices} />
      </div>
      <div className="form-pair">
        <SelectField {...form.bind('writes')} label="Write mode" choices={writesChoices} />
        <TextField {...form.bind('historyDays')} label="History retention (days)" type="number" />
      </div>
      <div className="form-pair">
        <AreaField
          {...form.bind('indexes')}
          label="Indexes"
          rows={3}
          isMono
          placeholder={'status, age:desc\nemail'}
          hint="One per line, up to three fields each. Indexes speed up filters and sorting."
        />
        <TextField {...form.bind('maxDocuments')} label="Row limit" type="number" />
      </div>
      <Checkbox
        label="Expose over MCP"
        hint="External agents get read-only access."
        isOn={form.values.exposeViaMcp === 'true'}
        onChange={(isOn) => form.set({ exposeViaMcp: String(isOn) })}
      />
    </div>
  </Card>
)
