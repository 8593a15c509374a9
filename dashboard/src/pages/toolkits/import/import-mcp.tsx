import type { ToolkitImport } from '@stoa/sdk'
import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { Dialog, DialogFoot } from '../../../components/dialog/dialog.tsx'
import { FormDialog } from '../../../components/dialog/form-dialog.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { AreaField, SelectField, TextField } from '../../../components/form/field.tsx'
import { SegmentedControl } from '../../../components/form/segmented-control.tsx'
import { useForm } from '../../../components/form/use-form.ts'
import { pluralize } from '../../../components/text/pluralize.ts'
import { toolkitUrl } from '../../../features/toolkits/toolkits-api.ts'
import { useOpenCreated } from '../../../filters.ts'
import { useProject, useRead, useRefresh } from '../../../project.ts'
import { ImportPreview } from './import-preview.tsx'

const noTexts = { way: 'headers', url: '', headers: '', program: '', slug: '', name: '' }
type Texts = typeof noTexts

/** Where the server is, and how it is proven who calls. */
const targetOf = ({ way, url, headers, program }: Texts) => {
  if (way === 'stdio') return { url: program }
  if (way === 'oauth') return { url: url.trim(), authSchemes: ['DCR_OAUTH' as const] }
  return { url: url.trim(), headers: headersIn(headers) }
}

/** One header per line, as in a request. */
function headersIn(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(':')
      if (at < 1) throw new Error('Write each header as Name: value, one per line')
      return [line.slice(0, at).trim(), line.slice(at + 1).trim()]
    }),
  )
}

/** First a preview, then the toolkit: importing approves what the server says about each tool. */
export function ImportMcp({ onClose }: { onClose(): void }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const openCreated = useOpenCreated()
  const form = useForm(noTexts)
  const [preview, setPreview] = useState<ToolkitImport | null>(null)
  const { way, slug, name } = form.values
  const isPending = way === 'oauth' && preview?.toolCount === 0
  const send = (approval: { dryRun: true } | { sha256: string }) =>
    api.post('/api/v1/toolkits/import/mcp', {
      body: {
        ...targetOf(form.values),
        slug: slug.trim(),
        ...(name.trim() ? { name: name.trim() } : {}),
        ...approval,
      },
    })
  const keep = form.attempt(async () => {
    const { toolkit, toolCount } = await send({ sha256: preview!.sha256 })
    toasts.success(
      isPending
        ? 'Imported. Connect an account, then refresh it.'
        : `Imported: ${pluralize(toolCount, 'tool')}`,
    )
    await refresh(['toolkits'], ['toolkit'], ['tools'])
    void openCreated(toolkitUrl(toolkit?.slug ?? slug))
  })
  if (!preview)
    return (
      <FormDialog
        title="Import an MCP server"
        submitLabel="Preview"
        form={form}
        onSubmit={form.submit(async () => setPreview(await send({ dryRun: true })))}
        onClose={onClose}
      >
        <McpFields form={form} />
      </FormDialog>
    )
  return (
    <Dialog title={`Import ${slug}`} width="wide" onClose={onClose}>
      <ImportPreview outcome={preview} />
      {isPending && (
        <p className="muted">
          The server shows its tools to connected accounts alone. Importing registers this installation at its
          authorization server; then connect an account, and refresh the toolkit.
        </p>
      )}
      {form.failure !== null && <ErrorAlert error={form.failure} />}
      <DialogFoot>
        <Button onClick={() => setPreview(null)}>Back</Button>
        <Button variant="primary" isBusy={form.isBusy} hasInitialFocus onClick={() => void keep()}>
          {isPending ? 'Register and import' : `Approve and import ${pluralize(preview.toolCount, 'tool')}`}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

const ways = [
  { value: 'headers', label: 'Headers' },
  { value: 'oauth', label: 'Sign in with OAuth' },
]

/** Programs are offered where the operator has listed some. */
function McpFields({ form }: { form: ReturnType<typeof useForm<Texts>> }) {
  const { data: programs = [] } = useRead(['mcp', 'stdio'], (api, signal) =>
    api.get('/api/v1/mcp_manager/external/stdio', { signal }),
  )
  const choose = (way: string) =>
    form.set({ way, ...(way === 'stdio' ? { program: programs[0]?.url ?? '' } : {}) })
  return (
    <>
      <p className="muted">
        Its tools become tools of this project. A tool whose description or schema changes later is refused
        until you approve the change.
      </p>
      <SegmentedControl
        label="Access to the server"
        value={form.values.way}
        choices={programs.length > 0 ? [...ways, { value: 'stdio', label: 'Program' }] : ways}
        onChange={choose}
      />
      {form.values.way === 'stdio' ? (
        <SelectField
          {...form.bind('program')}
          label="Program"
          choices={programs.map(({ name, url, description }) => ({
            value: url,
            label: description ? `${name}: ${description}` : name,
          }))}
          hint="Listed by the operator. It runs without network, and for one end user at a time."
        />
      ) : (
        <RemoteFields form={form} />
      )}
      <div className="form-pair">
        <TextField
          {...form.bind('slug')}
          label="Slug"
          placeholder="search"
          isMono
          isRequired
          hint="Prefix of all tool names."
        />
        <TextField {...form.bind('name')} label="Name" placeholder="Name of the server" />
      </div>
    </>
  )
}

const RemoteFields = ({ form }: { form: ReturnType<typeof useForm<Texts>> }) => (
  <>
    <TextField
      {...form.bind('url')}
      label="URL"
      type="url"
      placeholder="https://mcp.example.com/mcp"
      isRequired
      hasInitialFocus
    />
    {form.values.way === 'oauth' ? (
      <p className="muted">
        How to sign in is read from the server. Each end user connects their own account, and tokens are
        requested for this server alone.
      </p>
    ) : (
      <AreaField
        {...form.bind('headers')}
        label="Headers"
        isMono
        rows={2}
        placeholder="Authorization: Bearer …"
        hint="One per line. Stored encrypted and never shown again."
      />
    )}
  </>
)
