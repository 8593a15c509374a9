import { useState } from 'react'
import { CodeEditor } from '../../../components/code/editor/code-editor.tsx'
import { parseJsonObject } from '../../../components/form/parse-json-object.ts'
import { usePanelNode } from './panel-context.ts'

type Props = {
  label: string
  value: unknown
  hint: string
  onChange(value: Record<string, unknown> | undefined): void
}

const example = '{ "type": "object" }'

/** A JSON Schema; what cannot be read yet is not taken over. */
export function SchemaJsonField({ label, value, hint, onChange }: Props) {
  const { isReadOnly } = usePanelNode()
  const storedText = value === undefined ? '' : JSON.stringify(value, null, 2)
  const [text, setText] = useState(storedText)
  const [seen, setSeen] = useState(storedText)
  const [fault, setFault] = useState<string | null>(null)
  if (storedText !== seen) {
    setSeen(storedText)
    setText(storedText)
    setFault(null)
  }
  const change = (next: string) => {
    setText(next)
    try {
      const parsed = next.trim() === '' ? undefined : parseJsonObject(next, 'schema', example)
      setFault(null)
      setSeen(parsed === undefined ? '' : JSON.stringify(parsed, null, 2))
      onChange(parsed)
    } catch (error) {
      setFault((error as Error).message)
    }
  }
  return (
    <div className="stack-tight">
      <span className="field-label">{label}</span>
      <CodeEditor
        label={label}
        language="json"
        value={text}
        onChange={change}
        isReadOnly={isReadOnly}
        error={fault}
        hint={hint}
        lines={{ min: 3, max: 16 }}
      />
    </div>
  )
}
