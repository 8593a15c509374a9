import type { ReactNode } from 'react'
import { CodeEditor } from '../../../components/code/editor/code-editor.tsx'
import { AreaField, SelectField, TextField } from '../../../components/form/field.tsx'
import { SegmentedControl } from '../../../components/form/segmented-control.tsx'
import { Card } from '../../../components/layout/page.tsx'
import { languageChoices, languageNames } from '../../../features/sandboxes/languages.ts'
import type { ToolDraft } from './tool-draft.ts'

type EditorProps = {
  draft: ToolDraft
  change(patch: Partial<ToolDraft>): void
  /** What the server said about each field. */
  errorOf(name: string): string | undefined
  isNew: boolean
}

const kinds = [
  { value: 'script', label: 'Script' },
  { value: 'http', label: 'HTTP request' },
]
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'].map((value) => ({ value, label: value }))
const hints = [
  { value: 'none', label: 'Unspecified' },
  { value: 'read', label: 'Read-only' },
  { value: 'change', label: 'Writes data' },
  { value: 'destroy', label: 'Destructive' },
]

export function ToolEditor({ draft, change, errorOf, isNew }: EditorProps) {
  const bind = (name: keyof ToolDraft & string) => ({
    name,
    value: draft[name],
    onChange: (value: string) => change({ [name]: value } as Partial<ToolDraft>),
    error: errorOf(name),
  })
  return (
    <>
      <Card title="General">
        <div className="form-pair">
          <TextField
            {...bind('name')}
            label="Name"
            placeholder="Add numbers"
            isRequired
            hasInitialFocus={isNew}
          />
          <TextField {...bind('slug')} label="Slug" placeholder="add_numbers" isMono isRequired />
        </div>
        <AreaField {...bind('description')} label="Description" rows={2} placeholder="Adds two numbers." />
        <div className="form-pair">
          <TextField {...bind('toolkitSlug')} label="Toolkit" isMono hint="Created if missing." />
          <TextField
            {...bind('version')}
            label="Version"
            isMono
            hint={isNew ? undefined : 'Change it to keep the previous version available.'}
          />
        </div>
        <SelectField {...bind('hint')} label="Effect" choices={hints} />
      </Card>
      <Card
        title="Implementation"
        actions={
          <SegmentedControl
            label="Implementation"
            value={draft.kind}
            choices={kinds}
            onChange={(kind) => change({ kind: kind as ToolDraft['kind'] })}
          />
        }
      >
        {draft.kind === 'script' ? (
          <ScriptFields draft={draft} change={change} bind={bind} error={errorOf('script') ?? null} />
        ) : (
          <HttpFields draft={draft} change={change} bind={bind} error={errorOf('http')} />
        )}
      </Card>
      <Card title="Input and output schema">
        <Labelled label="Input schema">
          <CodeEditor
            label="Input schema, as JSON"
            language="json"
            value={draft.inputParameters}
            onChange={(inputParameters) => change({ inputParameters })}
            error={errorOf('inputParameters') ?? null}
            hint="A JSON Schema. Its fields become the form for running the tool."
            lines={{ min: 8, max: 20 }}
          />
        </Labelled>
        <Labelled label="Output schema">
          <CodeEditor
            label="Output schema, as JSON"
            language="json"
            value={draft.outputParameters}
            onChange={(outputParameters) => change({ outputParameters })}
            error={errorOf('outputParameters') ?? null}
            lines={{ min: 3, max: 20 }}
          />
        </Labelled>
      </Card>
    </>
  )
}

const Labelled = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="field">
    <span className="field-label">{label}</span>
    {children}
  </div>
)

type PartProps = {
  draft: ToolDraft
  change(patch: Partial<ToolDraft>): void
  bind(name: keyof ToolDraft & string): {
    name: string
    value: string
    onChange(value: string): void
    error: string | undefined
  }
}

const ScriptFields = ({ draft, change, bind, error }: PartProps & { error: string | null }) => (
  <>
    <div className="row">
      <SegmentedControl
        label="Language"
        value={draft.language}
        choices={languageChoices}
        onChange={(language) => change({ language: language as ToolDraft['language'] })}
      />
    </div>
    <CodeEditor
      label={`${languageNames[draft.language]} source`}
      language={draft.language}
      value={draft.source}
      onChange={(source) => change({ source })}
      error={error}
      hint="A function body. Arguments are in state; the return value is the result."
      lines={{ min: 8, max: 28 }}
    />
    <TextField
      {...bind('hosts')}
      label="Allowed hosts"
      isMono
      placeholder="none (network disabled)"
      hint="Comma-separated. Requests to the account's hosts are authenticated outside the script."
    />
  </>
)

const HttpFields = ({ draft, change, bind, error }: PartProps & { error: string | undefined }) => (
  <>
    <div className="http-line">
      <SelectField {...bind('method')} label="Method" choices={methods} />
      <TextField
        {...bind('url')}
        label="URL"
        isMono
        placeholder="/stations/{{station}}"
        error={error}
        hint="A path relative to the toolkit's base URL, or a full URL. {{name}} inserts an argument."
      />
    </div>
    <AreaField {...bind('query')} label="Query, as JSON" isMono rows={2} />
    <AreaField {...bind('headers')} label="Headers, as JSON" isMono rows={2} />
    <Labelled label="Body">
      <CodeEditor
        label="Body"
        language="json"
        value={draft.body}
        onChange={(body) => change({ body })}
        hint="A value consisting only of {{name}} preserves the type of the argument."
        lines={{ min: 3, max: 16 }}
      />
    </Labelled>
  </>
)
