import type { BodyOf, ToolkitImport } from '@stoa/sdk'
import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { Dialog, DialogFoot } from '../../../components/dialog/dialog.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { AreaField, Checkbox, TextField } from '../../../components/form/field.tsx'
import { SegmentedControl } from '../../../components/form/segmented-control.tsx'
import { useForm } from '../../../components/form/use-form.ts'
import { pluralize } from '../../../components/text/pluralize.ts'
import { FileChoice } from '../../../features/files/file-choice.tsx'
import { toolkitUrl } from '../../../features/toolkits/toolkits-api.ts'
import { useOpenCreated } from '../../../filters.ts'
import { useProject, useRefresh } from '../../../project.ts'
import { ImportPreview } from './import-preview.tsx'

type ImportBody = BodyOf<'/api/v1/toolkits/import/openapi', 'post'>
type Source = 'url' | 'text' | 'file'

const sources = [
  { value: 'url', label: 'From URL' },
  { value: 'text', label: 'Paste' },
  { value: 'file', label: 'From file' },
]
const noTexts = { slug: '', name: '', url: '', spec: '', baseUrl: '', replace: '' }

/** First a preview, then the toolkit: nothing is stored that was not previewed. */
export function ImportOpenApi({ onClose }: { onClose(): void }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const openCreated = useOpenCreated()
  const form = useForm(noTexts)
  const [source, setSource] = useState<Source>('url')
  const [preview, setPreview] = useState<ToolkitImport | null>(null)
  const { values } = form
  const send = (approval: { dryRun: true } | { sha256: string }) =>
    api.post('/api/v1/toolkits/import/openapi', { body: { ...bodyOf(values, source), ...approval } })
  const keep = form.attempt(async () => {
    const { toolkit, toolCount } = await send({ sha256: preview!.sha256 })
    toasts.success(`Imported: ${pluralize(toolCount, 'tool')}`)
    await refresh(['toolkits'], ['toolkit'], ['tools'])
    void openCreated(toolkitUrl(toolkit?.slug ?? values.slug))
  })
  if (preview) {
    return (
      <Dialog title={`Import ${values.slug}`} width="wide" onClose={onClose}>
        <ImportPreview outcome={preview} />
        {form.failure !== null && <ErrorAlert error={form.failure} />}
        <DialogFoot>
          <Button onClick={() => setPreview(null)}>Back</Button>
          <Button variant="primary" isBusy={form.isBusy} hasInitialFocus onClick={() => void keep()}>
            Import {pluralize(preview.toolCount, 'tool')}
          </Button>
        </DialogFoot>
      </Dialog>
    )
  }
  return (
    <Dialog title="Import OpenAPI" width="wide" onClose={onClose}>
      <form
        className="form"
        noValidate
        onSubmit={form.submit(async () => setPreview(await send({ dryRun: true })))}
      >
        <p className="muted">
          OpenAPI 3.0, 3.1 or Swagger 2.0, as JSON or YAML. Every operation becomes a tool.
        </p>
        <SegmentedControl
          label="Source"
          value={source}
          choices={sources}
          onChange={(chosen) => setSource(chosen as Source)}
        />
        <SourceField form={form} source={source} />
        <div className="form-pair">
          <TextField
            {...form.bind('slug')}
            label="Slug"
            placeholder="weather"
            isMono
            isRequired
            hint="Prefix of all tool names."
          />
          <TextField {...form.bind('name')} label="Name" placeholder="title of the document" />
        </div>
        <TextField
          {...form.bind('baseUrl')}
          label="Base URL"
          type="url"
          placeholder="from the document"
          hint="Only if missing or wrong in the document."
        />
        <Checkbox
          name="replace"
          label="Import as a new version"
          hint="If a toolkit with this slug already exists."
          isOn={values.replace === 'true'}
          onChange={(isOn) => form.set({ replace: isOn ? 'true' : '' })}
        />
        {form.failure !== null && <ErrorAlert error={form.failure} />}
        <DialogFoot>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isBusy={form.isBusy}>
            Preview
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}

function bodyOf(values: typeof noTexts, source: Source): ImportBody {
  return {
    slug: values.slug.trim(),
    ...(source === 'url' ? { url: values.url.trim() } : { spec: values.spec }),
    ...(values.name.trim() ? { name: values.name.trim() } : {}),
    ...(values.baseUrl.trim() ? { baseUrl: values.baseUrl.trim() } : {}),
    ...(values.replace ? { replace: true } : {}),
  }
}

type SourceProps = { form: ReturnType<typeof useForm<typeof noTexts>>; source: Source }

function SourceField({ form, source }: SourceProps) {
  if (source === 'url')
    return (
      <TextField
        {...form.bind('url')}
        label="URL"
        type="url"
        placeholder="https://api.example.com/openapi.json"
        hasInitialFocus
      />
    )
  if (source === 'text')
    return <AreaField {...form.bind('spec')} label="Document" rows={10} isMono placeholder="openapi: 3.1.0" />
  return <DocumentFile form={form} />
}

/** Read in the browser and sent as text: no file has to be stored for it. */
function DocumentFile({ form }: { form: SourceProps['form'] }) {
  const error = form.bind('spec').error
  const [file, setFile] = useState<File | null>(null)
  return (
    <div className="field">
      <FileChoice
        file={file}
        label="Drop a JSON or YAML file here, or select one"
        accept=".json,.yaml,.yml,application/json,application/yaml"
        onChoose={async (next) => {
          setFile(next)
          if (next) form.set({ spec: await next.text() })
        }}
      />
      {error && <span className="field-error">{error}</span>}
    </div>
  )
}
