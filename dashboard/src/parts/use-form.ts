import { StoaError } from '@stoa/sdk'
import { type SubmitEvent, useRef, useState } from 'react'

type Bound = { name: string; value: string; onChange(value: string): void; error: string | undefined }

/** Where the server saw a fault, as the name of a field: `/allowedIps/0` belongs to `allowedIps`. */
const fieldOf = (path: string) => path.replace(/^\//, '').split('/')[0] ?? ''

function faultsIn(failure: unknown): Map<string, string> {
  const details = failure instanceof StoaError ? failure.details : []
  return new Map([...details].reverse().map(({ path, message }) => [fieldOf(path), message]))
}

/**
 * The texts of a form and what the server said about each of them. The server alone judges: what is wrong is shown
 * beside the field it is about, everything else above the buttons.
 */
export function useForm<Values extends Record<string, string>>(initial: Values) {
  const [values, setValues] = useState(initial)
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const isRunning = useRef(false)
  const faults = faultsIn(failure)
  const set = (patch: Partial<Values>) => setValues((before) => ({ ...before, ...patch }))

  /** Does something whose failure the form tells. */
  const attempt =
    (work: () => Promise<unknown>, form: HTMLFormElement | null = null) =>
    async (): Promise<void> => {
      if (isRunning.current) return
      isRunning.current = true
      setBusy(true)
      setFailure(null)
      try {
        await work()
      } catch (error) {
        setFailure(error)
        const [first] = faultsIn(error).keys()
        const field = first === undefined ? null : form?.elements.namedItem(first)
        if (field instanceof HTMLElement) field.focus()
      } finally {
        isRunning.current = false
        setBusy(false)
      }
    }

  const submit = (work: (values: Values) => Promise<unknown>) => (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    return attempt(() => work(values), event.currentTarget)()
  }

  return {
    values,
    set,
    isBusy,
    submit,
    attempt,
    /** A fault that no field of the form shows. */
    failure: failure !== null && [...faults.keys()].every((name) => !(name in values)) ? failure : null,
    bind: (name: keyof Values & string): Bound => ({
      name,
      value: values[name]!,
      onChange: (value) => set({ [name]: value } as Partial<Values>),
      error: faults.get(name),
    }),
  }
}
