import { Button } from '../../../components/actions/button.tsx'
import { CodeEditor } from '../../../components/code/editor/code-editor.tsx'
import { prettyJson } from '../../../components/code/pretty-json.ts'
import { Field } from '../../../components/form/field.tsx'
import { type Draft, emptyDraft } from '../request/draft.ts'
import type { OpenApiDocument } from '../spec/document.ts'
import type { Operation, OperationBody } from '../spec/operation.ts'
import { SchemaInput } from './schema-input.tsx'

type BodyInputProps = {
  document: OpenApiDocument
  operation: Operation
  draft: Draft
  onChange(change: (before: Draft) => Draft): void
  onSend(): void
}

/** An editor for text, or one input for each part of a form. */
export function BodyInput({ operation, ...props }: BodyInputProps) {
  const { body } = operation
  if (!body) return null
  return body.kind === 'form' ? (
    <FormInputs {...props} body={body} />
  ) : (
    <TextBody {...props} body={body} exampleText={() => emptyDraft(operation).bodyText} />
  )
}

type FormInputsProps = Pick<BodyInputProps, 'document' | 'draft' | 'onChange'> & { body: OperationBody }

const FormInputs = ({ document, body, draft, onChange }: FormInputsProps) =>
  body.fields.map(({ name, schema, isFile, isRequired }) =>
    isFile ? (
      <Field key={name} name={name} label={isRequired ? `${name} *` : name} hint="A file">
        {(described) => (
          <input
            {...described}
            className="input"
            type="file"
            onChange={({ target: { files: picked } }) =>
              onChange((before) => {
                const { [name]: _, ...files } = before.files
                return { ...before, files: picked?.[0] ? { ...files, [name]: picked[0] } : files }
              })
            }
          />
        )}
      </Field>
    ) : (
      <SchemaInput
        key={name}
        document={document}
        name={name}
        schema={schema}
        isRequired={isRequired}
        value={draft.form[name]}
        onChange={(value) => onChange((before) => ({ ...before, form: { ...before.form, [name]: value } }))}
      />
    ),
  )

function faultOf(text: string): string | null {
  if (text.trim() === '') return null
  try {
    JSON.parse(text)
    return null
  } catch (error) {
    return `Not valid JSON, sent as is: ${(error as Error).message}`
  }
}

type TextBodyProps = Pick<BodyInputProps, 'draft' | 'onChange' | 'onSend'> & {
  body: OperationBody
  exampleText(): string
}

function TextBody({ body, draft, onChange, onSend, exampleText }: TextBodyProps) {
  const isJson = body.kind === 'json'
  const put = (bodyText: string) => onChange((before) => ({ ...before, bodyText }))
  return (
    <div className="field">
      <div className="try-body-head">
        <span className="field-label">Body</span>
        <span className="muted small truncate">{body.mediaType}</span>
        {isJson && (
          <Button variant="ghost" onClick={() => put(prettyJson(draft.bodyText) ?? draft.bodyText)}>
            Format
          </Button>
        )}
        <Button variant="ghost" onClick={() => put(exampleText())}>
          Reset
        </Button>
      </div>
      <CodeEditor
        label="Body"
        language={isJson ? 'json' : 'text'}
        value={draft.bodyText}
        onChange={put}
        onRun={onSend}
        lines={{ min: 3, max: 18 }}
        error={isJson ? faultOf(draft.bodyText) : null}
      />
    </div>
  )
}
