import type { FieldOptions } from '@stoa/sdk'
import ListPlus from 'lucide-react/icons/list-plus'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import type { JsonSchema, ObjectField } from './field-shape.ts'
import { JsonField } from './json-field.tsx'
import { useFieldOptions } from './options-source.ts'

type DynamicFieldsetProps = {
  field: string
  dependsOn: readonly string[]
  name: string
  label: string
  hint: string | undefined
  error: string | undefined
  value: unknown
  onChange(value: unknown): void
  draw(fields: readonly ObjectField[]): ReactNode
}

/** Fields that the service makes up by what was chosen before, such as the columns of a table. */
export function DynamicFieldset({ field, dependsOn, draw, label, ...props }: DynamicFieldsetProps) {
  const [isRequested, setRequested] = useState(false)
  const { data, error, isFetching, missing, refetch } = useFieldOptions(field, dependsOn, '', isRequested)
  const fields = fieldsIn(data)
  const byHand = <JsonField {...props} label={`${label}, as JSON`} hint={props.hint ?? 'Edit manually.'} />
  return (
    <fieldset className="schema-group">
      <legend className="field-label">{label}</legend>
      {!isRequested ? (
        <>
          <span>
            <Button icon={<ListPlus size={14} aria-hidden />} onClick={() => setRequested(true)}>
              Load fields from the service
            </Button>
          </span>
          {byHand}
        </>
      ) : error ? (
        <>
          <ErrorAlert error={error} retry={() => void refetch()} />
          {byHand}
        </>
      ) : isFetching && !data ? (
        <SkeletonLines count={3} />
      ) : fields.length === 0 ? (
        <>
          <p className="muted" role="status">
            {missing.length > 0
              ? `Fill in ${missing.join(', ')} first to load fields.`
              : 'No fields available.'}
          </p>
          {byHand}
        </>
      ) : (
        <>
          {props.hint && <p className="field-hint">{props.hint}</p>}
          {props.error && <p className="field-error">{props.error}</p>}
          {draw(fields)}
        </>
      )}
    </fieldset>
  )
}

/** Each option is the name of a field and a schema around it. */
const fieldsIn = (result: FieldOptions | undefined): ObjectField[] =>
  (result?.options ?? []).flatMap(({ value }) => {
    const { name, schema } = (value ?? {}) as { name?: unknown; schema?: JsonSchema }
    const properties = schema?.properties as Record<string, JsonSchema> | undefined
    if (typeof name !== 'string' || !properties?.[name]) return []
    const needed = Array.isArray(schema?.required) ? schema.required : []
    return [{ name, schema: properties[name], isRequired: needed.includes(name) }]
  })
