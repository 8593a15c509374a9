import { StoaError } from '@stoa/sdk'
import { type SubmitEvent, useRef, useState } from 'react'

type Bound = { name: string; value: string; onChange(value: string): void; error: string | undefined }

type Aliases = Readonly<Record<string, string>>

/**
 * Where the server saw a fault, as the name of a field: `/allowedIps/0` belongs to `allowedIps`. Aliases name the field
 * of a form for a place in the body that is called otherwise.
 */
function fieldErrors(failure: unknown, aliases: Aliases): Map<string, string> {
  const details = failure instanceof StoaError ? failure.details : []
  const fieldOf = (path: string) => aliases[path] ?? path.replace(/^\//, '').split('/')[0] ?? ''
  return new Map([...details].reverse().map(({ path, message }) => [fieldOf(path), message]))
}

/**
 * The texts of a form and what the server said about each of them. The server alone judges: what is wrong is shown
 * beside the field it is about, everything else above the buttons.
 */
export function useForm<Values extends Record<string, string>>(initial: Values, aliases: Aliases = {}) {
  const [values, setValues] = useState(initial)
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const isRunning = useRef(false)
  const errors = fieldErrors(failure, aliases)
  // Fields come and go: a fault of one that is not on the page has to be shown elsewhere. Those of the last drawing
  // count as well, since some are bound by parts that are drawn later than the form.
  const bound = useRef({ last: new Set<string>(), now: new Set<string>() })
  bound.current = { last: bound.current.now, now: new Set() }
  const isBound = (name: string) => bound.current.last.has(name) || bound.current.now.has(name)
  const set = (patch: Partial<Values>) => setValues((before) => ({ ...before, ...patch }))

  /** Runs something whose error the form shows. */
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
        const [first] = fieldErrors(error, aliases).keys()
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
    get failure(): unknown {
      const isShownElsewhere = errors.size > 0 && [...errors.keys()].every(isBound)
      return failure === null || isShownElsewhere ? null : failure
    },
    bind(name: keyof Values & string): Bound {
      bound.current.now.add(name)
      return {
        name,
        value: values[name]!,
        onChange: (value) => set({ [name]: value } as Partial<Values>),
        error: errors.get(name),
      }
    },
  }
}
