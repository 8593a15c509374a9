import { useState } from 'react'
import { AreaField } from '../../../components/form/field.tsx'

type JsonFieldProps = {
  name: string
  label: string
  hint: string | undefined
  error: string | undefined
  value: unknown
  onChange(value: unknown): void
}

/** For what no other field can say. What is not JSON yet is not taken over, and says so. */
export function JsonField({ value, onChange, error, hint, ...described }: JsonFieldProps) {
  const [text, setText] = useState(() => (value === undefined ? '' : JSON.stringify(value, null, 2)))
  const [fault, setFault] = useState<string>()
  const change = (next: string) => {
    setText(next)
    setFault(undefined)
    if (next.trim() === '') return onChange(undefined)
    try {
      onChange(JSON.parse(next))
    } catch (wrong) {
      onChange(undefined)
      setFault(`Not JSON: ${(wrong as Error).message}`)
    }
  }
  return (
    <AreaField
      {...described}
      hint={hint ?? 'As JSON.'}
      error={fault ?? error}
      value={text}
      onChange={change}
      isMono
      placeholder="{ }"
    />
  )
}
