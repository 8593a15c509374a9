import type { BodyOf, Stoa } from '@stoa/sdk'
import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { CodeEditor } from '../../../components/code/editor/code-editor.tsx'
import { Dialog, DialogFoot } from '../../../components/dialog/dialog.tsx'
import { FormDialog } from '../../../components/dialog/form-dialog.tsx'
import { TextField } from '../../../components/form/field.tsx'
import { parseJsonObject } from '../../../components/form/parse-json-object.ts'
import { useForm } from '../../../components/form/use-form.ts'
import { pluralize } from '../../../components/text/pluralize.ts'
import { useApiAs } from '../../../features/end-users/act-as.ts'
import { FileChoice } from '../../../features/files/file-choice.tsx'
import { importN8nPath, importPath } from '../../../features/workflows/workflows-api.ts'
import { useRefresh } from '../../../project.ts'

type ImportProps = { onClose(): void; onCreated(id: string): void }
type ImportBody = BodyOf<typeof importPath, 'post'>
type Imported = { id: string; name: string; notes: readonly string[] }

/** An exported workflow, or one of n8n. What could not be translated is listed before it is opened. */
export function ImportWorkflow({ onClose, onCreated }: ImportProps) {
  const [imported, setImported] = useState<Imported | null>(null)
  if (imported)
    return (
      <Dialog title={`"${imported.name}" imported`} isText onClose={() => onCreated(imported.id)}>
        <p>{pluralize(imported.notes.length, 'thing')} to look at before it can be activated:</p>
        <ul className="import-notes">
          {imported.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
        <DialogFoot>
          <Button variant="primary" onClick={() => onCreated(imported.id)} hasInitialFocus>
            Open the workflow
          </Button>
        </DialogFoot>
      </Dialog>
    )
  return (
    <ImportForm
      onClose={onClose}
      onImported={(found) => (found.notes.length > 0 ? setImported(found) : onCreated(found.id))}
    />
  )
}

/** By what it looks like: an export of n8n connects nodes by name, one of ours has its format in it. */
async function send(
  api: Stoa,
  workflow: Record<string, unknown>,
  named: { name?: string },
): Promise<Imported> {
  if (typeof workflow.connections === 'object' && !Array.isArray(workflow.connections)) {
    const { workflow: created, notes } = await api.post(importN8nPath, { body: { workflow, ...named } })
    return {
      id: created.id,
      name: created.name,
      notes: notes.map(({ nodeId, message }) => `${nodeId}: ${message}`),
    }
  }
  const body = { workflow: workflow as ImportBody['workflow'], ...named }
  const { id, name } = await api.post(importPath, { body })
  return { id, name, notes: [] }
}

type ImportFormProps = { onClose(): void; onImported(imported: Imported): void }

function ImportForm({ onClose, onImported }: ImportFormProps) {
  const api = useApiAs()
  const refresh = useRefresh()
  const form = useForm({ name: '', text: '' })
  const [file, setFile] = useState<File | null>(null)
  const submit = form.submit(async ({ name, text }) => {
    const workflow = parseJsonObject(text, 'workflow', '{ "format": "stoa.workflow/1" }')
    onImported(await send(api, workflow, name.trim() === '' ? {} : { name: name.trim() }))
    await refresh(['workflows'])
  })
  return (
    <FormDialog
      title="Import a workflow"
      submitLabel="Import"
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField {...form.bind('name')} label="Name" placeholder="As in the file" />
      <FileChoice
        file={file}
        label="Drop a JSON file here, or select one"
        accept=".json,application/json"
        onChoose={(next) => {
          setFile(next)
          void next?.text().then((text) => form.set({ text }))
        }}
      />
      <span className="field-label">Or paste the JSON</span>
      <CodeEditor
        label="Workflow, as JSON"
        language="json"
        value={form.values.text}
        onChange={(text) => form.set({ text })}
        lines={{ min: 6, max: 16 }}
        hint="An export of Stoa, or a workflow of n8n."
      />
    </FormDialog>
  )
}
