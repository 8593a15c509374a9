import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { Button, IconButton } from '../../../components/actions/button.tsx'
import type { JsonSchema } from './field-shape.ts'

export type RenderedItem = { at: number; value: unknown; onChange(value: unknown): void }

type ListFieldProps = {
  name: string
  label: string
  hint: string | undefined
  error: string | undefined
  item: JsonSchema
  value: unknown
  onChange(value: unknown): void
  draw(item: RenderedItem): ReactNode
}

/** Any number of items, each with its own fields. */
export function ListField({ name, label, hint, error, item, value, onChange, draw }: ListFieldProps) {
  const items = Array.isArray(value) ? value : []
  const put = (next: unknown[]) => onChange(next.length === 0 ? undefined : next)
  return (
    <fieldset className="schema-group">
      <legend className="field-label">{label}</legend>
      {hint && <p className="field-hint">{hint}</p>}
      {error && <p className="field-error">{error}</p>}
      {items.map((each, at) => (
        // Another number of items remounts all: a removed item must not leave its text to the next.
        <div key={`${at} of ${items.length}`} className="schema-item">
          {draw({
            at,
            value: each,
            onChange: (next) =>
              put(items.map((before, other) => (other === at ? (next ?? emptyOf(item)) : before))),
          })}
          <IconButton
            label={`Remove ${at + 1} from ${name}`}
            icon={<X size={14} aria-hidden />}
            onClick={() => put(items.filter((_, other) => other !== at))}
          />
        </div>
      ))}
      <span>
        <Button icon={<Plus size={14} aria-hidden />} onClick={() => put([...items, emptyOf(item)])}>
          Add
          <span className="visually-hidden"> to {name}</span>
        </Button>
      </span>
    </fieldset>
  )
}

/** Something to begin with: a list must not hold what was never given. */
function emptyOf({ type, properties, default: fallback }: JsonSchema): unknown {
  if (fallback !== undefined) return fallback
  if (type === 'object' || properties) return {}
  return type === 'array' ? [] : type === 'string' ? '' : null
}
