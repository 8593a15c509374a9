import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { IconButton } from '../../../components/actions/button.tsx'
import { SelectField } from '../../../components/form/field.tsx'
import { useAgent } from './agent-context.ts'

/** What an agent may use, one below the other; nothing where there is none. */
export const ItemList = ({ children }: { children: readonly ReactNode[] }) =>
  children.length === 0 ? null : <ul className="agent-tools">{children}</ul>

type Option<T extends string> = { value: T; label: string }

type ItemRowProps<T extends string> = {
  name: string
  /** In place of the name, where there is more to say. */
  text?: ReactNode
  /** What may be done with it. */
  rule?: { label: string; value: T; options: readonly Option<T>[]; onChange(value: T): void }
  onRemove(): void
}

export function ItemRow<T extends string>({ name, text, rule, onRemove }: ItemRowProps<T>) {
  const { isReadOnly } = useAgent()
  return (
    <li>
      {text ?? <span className="agent-tool-text truncate">{name}</span>}
      {rule && (
        <select
          className="input"
          aria-label={`${rule.label} ${name}`}
          value={rule.value}
          disabled={isReadOnly}
          onChange={(event) => rule.onChange(event.target.value as T)}
        >
          {rule.options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
      {!isReadOnly && (
        <IconButton label={`Remove ${name}`} icon={<X size={14} aria-hidden />} onClick={onRemove} />
      )}
    </li>
  )
}

type AddItemProps = {
  label: string
  name: string
  /** What can still be added. */
  others: readonly { id: string; name: string }[]
  none: string
  onAdd(id: string): void
}

export function AddItem({ label, name, others, none, onAdd }: AddItemProps) {
  const { isReadOnly } = useAgent()
  if (isReadOnly) return null
  return (
    <SelectField
      label={label}
      name={name}
      value=""
      choices={[
        { value: '', label: others.length === 0 ? none : 'Select' },
        ...others.map((other) => ({ value: other.id, label: other.name })),
      ]}
      onChange={(id) => id !== '' && onAdd(id)}
    />
  )
}
