import { useState } from 'react'

/** Credentials that are being typed. They are kept nowhere else, and gone with the dialog. */
export function useDirect() {
  const [values, setValues] = useState<Record<string, string>>({})
  const [isValidated, setValidated] = useState(false)
  return {
    values,
    isValidated,
    setValidated,
    clear: () => setValues({}),
    change: (name: string, value: string) => setValues((before) => ({ ...before, [name]: value })),
  }
}

export type Direct = ReturnType<typeof useDirect>
