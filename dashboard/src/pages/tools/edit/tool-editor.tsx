import type { ReactNode } from 'react'
import { CodeEditor } from '../../../parts/code-editor/code-editor.tsx'
import { AreaField, SelectField, TextField } from '../../../parts/field.tsx'
import { Card } from '../../../parts/page.tsx'
import { Segments } from '../../../parts/segments.tsx'
import { languageChoices, languageNames } from '../../sandboxes/languages.ts'
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
  { value: 'none', label: 'Not said' },
  { value: 'read', label: 'Only reads' },
  { value: 'change', label: 'Changes something' },
  { value: 'destroy', label: 'Destroys something' },
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
      <Card title="What it is">
        <div className="form-pair">
          <TextField {...bind('name')} label="Name" placeholder="Add numbers" isRequired isFirst={isNew} />
          <TextField {...bind('slug')} label="Slug" placeholder="add_numbers" isMono isRequired />
        </div>
        <AreaField {...bind('description')} label="Description" rows={2} placeholder="Adds two numbers." />
        <div className="form-pair">
          <TextField {...bind('toolkitSlug')} label="Toolkit" isMono hint="One that is not there is made." />
          <TextField
            {...bind('version')}
            label="Version"
            isMono
            hint={isNew ? undefined : 'With another one, the version before stays and can be called.'}
          />
        </div>
        <SelectField {...bind('hint')} label="What a call does" choices={hints} />
      </Card>
      <Card
        title="What runs it"
        actions={
          <Segments
            label="What runs it"
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
      <Card title="What it takes and gives">
        <Labelled label="Input schema">
          <CodeEditor
            label="Input schema, as JSON"
            language="json"
            value={draft.inputParameters}
            onChange={(inputParameters) => change({ inputParameters })}
            error={errorOf('inputParameters') ?? null}
            hint="A JSON Schema. Its fields become the form by which the tool is run."
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
      <Segments
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
      hint="The body of a function: the arguments are in state, what it returns is the result."
      lines={{ min: 8, max: 28 }}
    />
    <TextField
      {...bind('hosts')}
      label="Hosts it may reach"
      isMono
      placeholder="none: the network is off"
      hint="Parted by commas. Requests to the hosts of the account are signed outside of the script."
    />
  </>
)

const HttpFields = ({ draft, change, bind, error }: PartProps & { error: string | undefined }) => (
  <>
    <div className="http-line">
      <SelectField {...bind('method')} label="Method" choices={methods} />
      <TextField
        {...bind('url')}
        label="Address"
        isMono
        placeholder="/stations/{{station}}"
        error={error}
        hint="A path below the base address of the toolkit, or a whole address. {{name}} stands for an argument."
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
        hint="A value that is one {{name}} alone keeps the type of its argument."
        lines={{ min: 3, max: 16 }}
      />
    </Labelled>
  </>
)
