import type { ToolkitImport } from '@stoa/sdk'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { Dialog, DialogFoot } from '../../../components/dialog/dialog.tsx'
import { FormDialog } from '../../../components/dialog/form-dialog.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { AreaField, TextField } from '../../../components/form/field.tsx'
import { useForm } from '../../../components/form/use-form.ts'
import { pluralize } from '../../../components/text/pluralize.ts'
import { toolkitUrl } from '../../../features/toolkits/toolkits-api.ts'
import { useProject, useRefresh } from '../../../project.ts'
import { ImportPreview } from './import-preview.tsx'

const noTexts = { url: '', headers: '', slug: '', name: '' }

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
  const navigate = useNavigate()
  const form = useForm(noTexts)
  const [preview, setPreview] = useState<ToolkitImport | null>(null)
  const { url, headers, slug, name } = form.values
  const send = (dryRun: boolean) =>
    api.post('/api/v1/toolkits/import/mcp', {
      body: {
        url: url.trim(),
        slug: slug.trim(),
        headers: headersIn(headers),
        ...(name.trim() ? { name: name.trim() } : {}),
        dryRun,
      },
    })
  const keep = form.attempt(async () => {
    const { toolkit, toolCount } = await send(false)
    toasts.success(`Imported: ${pluralize(toolCount, 'tool')}`)
    await refresh(['toolkits'], ['toolkit'], ['tools'])
    void navigate({ to: toolkitUrl(toolkit?.slug ?? slug) })
  })
  if (!preview)
    return (
      <FormDialog
        title="Import an MCP server"
        submitLabel="Preview"
        form={form}
        onSubmit={form.submit(async () => setPreview(await send(true)))}
        onClose={onClose}
      >
        <McpFields form={form} />
      </FormDialog>
    )
  return (
    <Dialog title={`Import ${slug}`} width="wide" onClose={onClose}>
      <ImportPreview outcome={preview} />
      {form.failure !== null && <ErrorAlert error={form.failure} />}
      <DialogFoot>
        <Button onClick={() => setPreview(null)}>Back</Button>
        <Button variant="primary" isBusy={form.isBusy} hasInitialFocus onClick={() => void keep()}>
          Approve and import {pluralize(preview.toolCount, 'tool')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

const McpFields = ({ form }: { form: ReturnType<typeof useForm<typeof noTexts>> }) => (
  <>
    <p className="muted">
      Its tools become tools of this project. A tool whose description or schema changes later is refused
      until you approve the change.
    </p>
    <TextField
      {...form.bind('url')}
      label="URL"
      type="url"
      placeholder="https://mcp.example.com/mcp"
      isRequired
      hasInitialFocus
    />
    <AreaField
      {...form.bind('headers')}
      label="Headers"
      isMono
      rows={2}
      placeholder="Authorization: Bearer …"
      hint="One per line. Stored encrypted and never shown again."
    />
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
