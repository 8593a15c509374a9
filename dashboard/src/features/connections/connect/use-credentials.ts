import { useState } from 'react'

/** Credentials being typed. They are stored nowhere else, and discarded with the dialog. */
export function useCredentials() {
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

export type CredentialDraft = ReturnType<typeof useCredentials>
