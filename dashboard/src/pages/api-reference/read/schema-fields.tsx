import { useState } from 'react'
import { Markdown } from '../../../components/markdown/markdown.tsx'
import { pluralize } from '../../../components/text/pluralize.ts'
import type { OpenApiDocument, Schema, SchemaOrBoolean } from '../spec/document.ts'
import { fieldsOf, heldBy, resolve, type SchemaField } from '../spec/schema.ts'
import { limitsOf, typeLabel } from '../spec/schema-words.ts'
import './schema-fields.css'

type FieldListProps = {
  document: OpenApiDocument
  fields: readonly SchemaField[]
  /** The field whose own fields are shown from the start. */
  opened?: string | undefined
}

export const FieldList = ({ document, fields, opened }: FieldListProps) => (
  <ul className="schema-fields">
    {fields.map((field) => (
      <FieldRow key={field.name} document={document} field={field} isOpen={field.name === opened} />
    ))}
  </ul>
)

type SchemaFieldsProps = { document: OpenApiDocument; schema: SchemaOrBoolean; opened?: string }

/** The fields of a body; when it has none (text, a list of numbers) the body itself is the only row. */
export function SchemaFields({ document, schema, opened }: SchemaFieldsProps) {
  const fields = fieldsOf(document, schema)
  const rows = fields.length > 0 ? fields : [{ name: 'body', schema, isRequired: false }]
  return <FieldList document={document} fields={rows} opened={opened} />
}

type FieldRowProps = { document: OpenApiDocument; field: SchemaField; isOpen: boolean }

function FieldRow({ document, field, isOpen }: FieldRowProps) {
  const { schema } = resolve(document, field.schema)
  const nested = fieldsOf(document, field.schema)
  const text = field.description ?? schema.description ?? ''
  return (
    <li className="schema-field">
      <div className="schema-field-head">
        <span className="schema-field-name" data-alternative={field.isAlternative ? '' : undefined}>
          {field.name}
        </span>
        <span className="muted">{typeLabel(document, field.schema)}</span>
        {field.isRequired && <span className="schema-field-required">required</span>}
        {schema.readOnly && <span className="muted">read only</span>}
        {schema.deprecated && <span className="muted">deprecated</span>}
      </div>
      {text !== '' && <Markdown text={text} />}
      <FieldFacts schema={schema} held={heldBy(document, schema)} />
      {nested.length > 0 && <Nested document={document} fields={nested} isOpen={isOpen} />}
    </li>
  )
}

function FieldFacts({ schema, held }: { schema: Schema; held: Schema }) {
  const limits = limitsOf(schema)
  if (held !== schema) limits.push(...limitsOf(held).map((limit) => `each ${limit}`))
  const choices = schema.enum ?? held.enum ?? []
  if (limits.length + choices.length === 0 && schema.default === undefined) return null
  return (
    <p className="schema-field-facts">
      {schema.default !== undefined && (
        <span>
          default <code>{JSON.stringify(schema.default)}</code>
        </span>
      )}
      {limits.map((limit) => (
        <span key={limit}>{limit}</span>
      ))}
      {choices.length > 0 && (
        <span className="schema-field-choices">
          {choices.length > 1 ? 'one of' : 'only'}
          {choices.map((choice) => (
            <code key={String(choice)}>{String(choice)}</code>
          ))}
        </span>
      )}
    </p>
  )
}

/** What is below is drawn when it is opened, because a schema may contain itself. */
function Nested({
  document,
  fields,
  isOpen: isOpenAtFirst,
}: Omit<FieldListProps, 'opened'> & { isOpen: boolean }) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{pluralize(fields.length, fields[0]?.isAlternative ? 'alternative' : 'field')}</summary>
      {isOpen && <FieldList document={document} fields={fields} />}
    </details>
  )
}
