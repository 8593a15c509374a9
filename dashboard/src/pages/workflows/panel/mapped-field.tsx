import SquareFunction from 'lucide-react/icons/square-function'
import { type ReactNode, useState } from 'react'
import { IconButton } from '../../../components/actions/button.tsx'
import type { FieldProps } from '../../../features/tools/schema-form/schema-fields.tsx'
import { ExpressionField } from './expression-field.tsx'
import { isExpression } from './panel-context.ts'

/** A value as the beginning of an expression, and back. */
const asExpression = (value: unknown): string => {
  if (value === undefined || value === null) return '{{  }}'
  return typeof value === 'string' ? value : `{{ ${JSON.stringify(value)} }}`
}

type MappedFieldProps = { field: FieldProps; base: string; children: ReactNode }

/** A field of a schema that takes a value, or an expression that gives one. */
export function MappedField({
  field: { name, schema, path, value, onChange, isRequired },
  base,
  children,
}: MappedFieldProps) {
  const [isForced, setForced] = useState(false)
  const isOn = isForced || isExpression(value)
  const label = typeof schema.title === 'string' && schema.title !== '' ? schema.title : name
  const toggle = (
    <IconButton
      label={isOn ? `Enter a value for ${label}` : `Use an expression for ${label}`}
      icon={<SquareFunction size={14} aria-hidden />}
      aria-pressed={isOn}
      variant={isOn ? 'secondary' : 'ghost'}
      onClick={() => {
        setForced(!isOn)
        onChange(isOn ? undefined : asExpression(value))
      }}
    />
  )
  if (!isOn)
    return (
      <div className="mapped-field">
        {children}
        {toggle}
      </div>
    )
  return (
    <ExpressionField
      label={`${label}${isRequired ? ' *' : ''}`}
      value={typeof value === 'string' ? value : ''}
      path={`${base}${path}`}
      hint={typeof schema.description === 'string' ? schema.description : undefined}
      onChange={(text) => onChange(text === '' ? undefined : text)}
      action={toggle}
    />
  )
}
