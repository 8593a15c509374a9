import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useRef } from 'react'
import { Button, IconButton } from '../../../components/actions/button.tsx'
import { meantBy, textOf } from '../../../features/tools/schema-form/field-shape.ts'
import { ExpressionField } from './expression-field.tsx'
import { usePanelNode } from './panel-context.ts'

type KeyValueFieldProps = {
  label: string
  /** What one entry is called. */
  noun: string
  value: unknown
  path: string
  onChange(value: Record<string, unknown> | undefined): void
  isRequired?: boolean
}

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []

/** Names with a text, an expression or JSON each. */
export function KeyValueField({
  label,
  noun,
  value,
  path,
  onChange,
  isRequired = false,
}: KeyValueFieldProps) {
  const { isReadOnly } = usePanelNode()
  const entries = entriesOf(value)
  const list = useRef<HTMLFieldSetElement>(null)
  const put = (next: [string, unknown][]) =>
    onChange(next.length === 0 && !isRequired ? undefined : Object.fromEntries(next))
  const add = () => {
    const taken = new Set(entries.map(([name]) => name))
    let name = noun
    for (let number = 2; taken.has(name); number++) name = `${noun}_${number}`
    put([...entries, [name, '']])
    // The new name is there after the next drawing, ready to be typed over.
    requestAnimationFrame(() => [...(list.current?.querySelectorAll('input') ?? [])].at(-1)?.select())
  }
  return (
    <fieldset className="key-values" ref={list}>
      <legend className="field-label">{label}</legend>
      {entries.map(([name, each], at) => (
        // By place: a name changes while it is typed.
        <div key={at} className="key-value">
          <input
            className="input"
            data-mono=""
            aria-label={`Name of ${noun} ${at + 1}`}
            value={name}
            readOnly={isReadOnly}
            spellCheck={false}
            onChange={(event) => put(entries.with(at, [event.target.value, each]))}
          />
          {!isReadOnly && (
            <IconButton
              label={`Remove ${name}`}
              icon={<X size={14} aria-hidden />}
              onClick={() => put(entries.toSpliced(at, 1))}
            />
          )}
          <ExpressionField
            label={`Value of ${name}`}
            value={textOf(each)}
            path={`${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`}
            onChange={(text) => put(entries.with(at, [name, meantBy(text) ?? '']))}
          />
        </div>
      ))}
      {!isReadOnly && (
        <span>
          <Button icon={<Plus size={14} aria-hidden />} onClick={add}>
            Add {noun}
          </Button>
        </span>
      )}
    </fieldset>
  )
}
