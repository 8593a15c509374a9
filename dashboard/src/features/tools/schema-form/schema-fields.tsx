import { createContext, type ReactNode, useContext } from 'react'
import { AreaField, Checkbox, SelectField, TextField } from '../../../components/form/field.tsx'
import { dependsOnOf, inOrderOfNeed } from './dependencies.ts'
import { DynamicField } from './dynamic-field.tsx'
import { DynamicFieldset } from './dynamic-fieldset.tsx'
import {
  type FieldShape,
  type JsonSchema,
  meantBy,
  type ObjectField,
  resolve,
  shapeOf,
  textOf,
} from './field-shape.ts'
import { JsonField } from './json-field.tsx'
import { ListField } from './list-field.tsx'
import { OptionsContext } from './options-source.ts'
import './schema-form.css'

export type Values = Record<string, unknown>

export type FieldProps = {
  name: string
  schema: JsonSchema
  /** The document that references lead into. */
  root: JsonSchema
  /** Its JSON pointer: errors of the server refer to it. */
  path: string
  value: unknown
  isRequired: boolean
  errors: ReadonlyMap<string, string>
  depth: number
  onChange(value: unknown): void
}

// Up to this many optional fields are shown initially.
const fewOptional = 4

type SchemaFieldsProps = Pick<FieldProps, 'root' | 'path' | 'errors' | 'depth'> & {
  fields: readonly ObjectField[]
  value: Values
  onChange(value: Values): void
}

/** The fields of an object: what is required first, the rest behind a fold where there is much of it. */
export function SchemaFields({ fields: unordered, value, onChange, ...shared }: SchemaFieldsProps) {
  const fields = inOrderOfNeed(unordered)
  const required = fields.filter(({ isRequired }) => isRequired)
  const optional = fields.filter(({ isRequired }) => !isRequired)
  const draw = (field: ObjectField) => (
    <SchemaField
      key={field.name}
      {...field}
      {...shared}
      path={`${shared.path}/${field.name.replaceAll('~', '~0').replaceAll('/', '~1')}`}
      value={value[field.name]}
      onChange={(next) => {
        const { [field.name]: _before, ...others } = value
        onChange(next === undefined ? others : { ...value, [field.name]: next })
      }}
    />
  )
  return (
    <>
      {required.map(draw)}
      {optional.length <= fewOptional || required.length === 0 ? (
        optional.map(draw)
      ) : (
        <details className="schema-more" open={optional.some(({ name }) => value[name] !== undefined)}>
          <summary>{optional.length} optional fields</summary>
          <div className="form">{optional.map(draw)}</div>
        </details>
      )}
    </>
  )
}

/** Lets a form put something around each field, such as a switch between a value and an expression. */
export const FieldWrapperContext = createContext<((field: FieldProps, drawn: ReactNode) => ReactNode) | null>(
  null,
)

export function SchemaField(props: FieldProps) {
  const wrap = useContext(FieldWrapperContext)
  const drawn = <DrawnField {...props} />
  return wrap ? wrap(props, drawn) : drawn
}

function DrawnField(props: FieldProps) {
  const schema = resolve(props.schema, props.root)
  const shape = shapeOf(schema, props.root, props.name, props.depth)
  const label = labelOf(props, schema)
  const dependsOn = useRequestedTool(props, schema)
  const described = {
    name: props.path,
    label,
    hint: hintOf(schema, shape, dependsOn !== null),
    error: props.errors.get(props.path),
  }
  const { value, onChange } = props
  if (dependsOn !== null) {
    const shared = { ...described, field: props.name, dependsOn, value, onChange }
    return schema['x-fields'] === true ? (
      <DynamicFieldset {...shared} draw={(fields) => <ObjectFields {...props} fields={fields} />} />
    ) : (
      <DynamicField {...shared} isMany={schema.type === 'array'} isRequired={props.isRequired} />
    )
  }
  switch (shape.kind) {
    case 'object':
      return (
        <fieldset className="schema-group">
          <legend className="field-label">{label}</legend>
          {described.hint && <p className="field-hint">{described.hint}</p>}
          <ObjectFields {...props} fields={shape.fields} />
        </fieldset>
      )
    case 'list':
      return (
        <ListField
          {...described}
          name={props.name}
          item={shape.item}
          value={value}
          onChange={onChange}
          draw={({ at, ...item }) => (
            <SchemaField
              {...props}
              {...item}
              name={`${props.name} ${at + 1}`}
              schema={shape.item}
              path={`${props.path}/${at}`}
              depth={props.depth + 1}
              isRequired={false}
            />
          )}
        />
      )
    case 'choices':
      return <ChoicesField {...props} {...described} options={shape.options} />
    case 'json':
      return <JsonField {...described} value={value} onChange={onChange} />
    default:
      return <PlainField {...described} shape={shape} schema={schema} field={props} />
  }
}

const ObjectFields = ({ value, onChange, ...props }: FieldProps & { fields: readonly ObjectField[] }) => (
  <SchemaFields
    root={props.root}
    path={props.path}
    errors={props.errors}
    depth={props.depth + 1}
    fields={props.fields}
    value={isValues(value) ? value : {}}
    onChange={(next) => onChange(Object.keys(next).length === 0 && !props.isRequired ? undefined : next)}
  />
)

/** Dynamic options exist for top-level arguments only. */
function useRequestedTool({ depth }: FieldProps, schema: JsonSchema): string[] | null {
  const source = useContext(OptionsContext)
  return source === null || depth > 0 ? null : dependsOnOf(schema)
}

type PlainProps = {
  name: string
  label: string
  hint: string | undefined
  error: string | undefined
  shape: FieldShape
  schema: JsonSchema
  field: FieldProps
}

const unset = '\u0000'

/** One line of text, a number, a yes or no, or one of several. */
function PlainField({ shape, schema, field: { value, onChange, isRequired }, ...described }: PlainProps) {
  const fallback = schema.default === undefined ? '' : textOf(schema.default)
  const none = fallback === '' ? 'not set' : `default: ${fallback}`
  if (shape.kind === 'choice' || shape.kind === 'boolean') {
    const options = shape.kind === 'choice' ? shape.options : [true, false]
    return (
      <SelectField
        {...described}
        value={value === undefined ? unset : textOf(value)}
        choices={[
          { value: unset, label: isRequired ? 'Select' : none },
          ...options.map((option) => ({ value: textOf(option), label: optionName(option) })),
        ]}
        onChange={(text) => onChange(options.find((option) => textOf(option) === text))}
      />
    )
  }
  const change = (text: string) => {
    if (text === '') return onChange(undefined)
    if (shape.kind === 'number') return onChange(Number.isFinite(Number(text)) ? Number(text) : text)
    onChange(shape.kind === 'value' ? meantBy(text) : text)
  }
  const shared = { ...described, value: textOf(value), onChange: change, placeholder: fallback }
  return shape.kind === 'text' && shape.isLong ? (
    <AreaField {...shared} rows={2} />
  ) : (
    <TextField
      {...shared}
      type={shape.kind === 'number' ? 'number' : schema.format === 'password' ? 'password' : 'text'}
      isRequired={isRequired}
    />
  )
}

const optionName = (option: unknown) => (option === true ? 'yes' : option === false ? 'no' : textOf(option))

type ChoicesProps = FieldProps & { label: string; hint: string | undefined; options: readonly unknown[] }

function ChoicesField({ label, hint, options, value, onChange }: ChoicesProps) {
  const chosen = Array.isArray(value) ? value : []
  return (
    <fieldset className="schema-group">
      <legend className="field-label">{label}</legend>
      {hint && <p className="field-hint">{hint}</p>}
      {options.map((option) => (
        <Checkbox
          key={textOf(option)}
          label={textOf(option)}
          isOn={chosen.includes(option)}
          onChange={(isOn) => {
            const next = options.filter((each) => (each === option ? isOn : chosen.includes(each)))
            onChange(next.length === 0 ? undefined : next)
          }}
        />
      ))}
    </fieldset>
  )
}

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const labelOf = ({ name, isRequired }: FieldProps, { title }: JsonSchema) =>
  `${typeof title === 'string' && title !== '' ? title : name}${isRequired ? ' *' : ''}`

function hintOf(
  { description, format, ...schema }: JsonSchema,
  shape: FieldShape,
  isAsked: boolean,
): string | undefined {
  const notes = [
    typeof description === 'string' ? description : '',
    typeof format === 'string' && format !== 'password' ? `Format: ${format}.` : '',
    'x-options' in schema && !isAsked ? 'Options are defined by the service: enter the value or ID.' : '',
    shape.kind === 'value' && !('x-options' in schema) ? 'Text, or any JSON value.' : '',
  ]
  return notes.filter(Boolean).join(' ') || undefined
}
