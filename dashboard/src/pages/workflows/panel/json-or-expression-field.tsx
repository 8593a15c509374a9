import { useState } from 'react'
import { ExpressionField } from './expression-field.tsx'

type Props = {
  label: string
  value: unknown
  path: string
  onChange(value: unknown): void
  hint?: string
}

const written = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 2)

const isJson = (text: string) =>
  /^\s*(?:[[{"]|-?\d|true\b|false\b|null\b)/.test(text) && !/^\s*\{\{/.test(text)

/** JSON with expressions in its texts, or one expression. What is not JSON yet is not taken over. */
export function JsonOrExpressionField({ label, value, path, onChange, hint }: Props) {
  const [text, setText] = useState(() => written(value))
  const [fault, setFault] = useState<string>()
  // What was changed elsewhere, by undo for instance, is shown; what is being typed stays.
  const [seen, setSeen] = useState(() => written(value))
  if (written(value) !== seen) {
    setSeen(written(value))
    setText(written(value))
    setFault(undefined)
  }
  const change = (next: string) => {
    setText(next)
    setFault(undefined)
    if (next.trim() === '') {
      setSeen('')
      return onChange(undefined)
    }
    if (!isJson(next)) {
      setSeen(next)
      return onChange(next)
    }
    try {
      const parsed: unknown = JSON.parse(next)
      setSeen(written(parsed))
      onChange(parsed)
    } catch (error) {
      setFault(`Not JSON yet: ${(error as Error).message}`)
    }
  }
  return (
    <ExpressionField
      label={label}
      value={text}
      path={path}
      onChange={change}
      hint={fault ?? hint}
      lines={{ min: 3, max: 16 }}
    />
  )
}
