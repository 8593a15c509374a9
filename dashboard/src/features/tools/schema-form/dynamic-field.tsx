import type { FieldOptions } from '@stoa/sdk'
import X from 'lucide-react/icons/x'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { IconButton } from '../../../components/actions/button.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { ComboboxField, type ComboboxOption } from '../../../components/form/combobox-field.tsx'
import { meantBy, textOf } from './field-shape.ts'
import { useFieldOptions } from './options-source.ts'

type DynamicFieldProps = {
  /** As the schema calls it. */
  field: string
  dependsOn: readonly string[]
  isMany: boolean
  name: string
  label: string
  hint: string | undefined
  error: string | undefined
  isRequired: boolean
  value: unknown
  onChange(value: unknown): void
}

// Long enough to search once per word: every search calls an external service.
const pauseMs = 250

/** Options that the service behind a tool lists: loaded when opened, and again when its dependencies change. */
export function DynamicField({ field, dependsOn, isMany, value, onChange, ...described }: DynamicFieldProps) {
  const [isOpen, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  const paused = usePaused(search)
  const all = useFieldOptions(field, dependsOn, '', isOpen)
  const found = useFieldOptions(field, dependsOn, paused, isOpen && paused !== '')
  const names = useRef(new Map<string, string>())
  for (const { label, value: each } of all.data?.options ?? []) names.current.set(JSON.stringify(each), label)
  const nameOf = (each: unknown) => names.current.get(JSON.stringify(each)) ?? textOf(each)
  const several = Array.isArray(value) ? value : []
  const forget = useChosenUnder(all.questionKey, () => onChange(undefined))

  const result = search === '' ? all : found
  const local = all.data?.options.filter(({ label }) => label.toLowerCase().includes(search.toLowerCase()))
  const options = (paused === search ? result.data?.options : undefined) ?? local
  const put = (next: unknown) => onChange(isMany ? [...several.filter((each) => each !== next), next] : next)
  const choose = ({ label, value: chosen }: ComboboxOption) => {
    names.current.set(JSON.stringify(chosen), label)
    forget.remember()
    put(chosen)
  }
  return (
    <div className="dynamic-field">
      <ComboboxField
        {...described}
        shown={isMany ? '' : nameOf(value)}
        placeholder={isMany && several.length > 0 ? 'Add another' : 'Select or type a value'}
        options={options?.filter(({ value: each }) => !isMany || !several.includes(each))}
        note={
          result.error ? (
            <ErrorAlert error={result.error} retry={() => void result.refetch()} />
          ) : (
            noteOf(result.data, options, result.isFetching, all.missing)
          )
        }
        onOpen={setOpen}
        onSearch={setSearch}
        onChoose={choose}
        onTyped={(text) => {
          forget.drop()
          if (text !== '') put(meantBy(text))
          else if (!isMany) onChange(undefined)
        }}
      />
      {isMany && several.length > 0 && (
        <ul className="dynamic-values" aria-label={`Selected for ${described.label}`}>
          {several.map((each) => (
            <li key={JSON.stringify(each)} className="chip">
              {nameOf(each)}
              <IconButton
                label={`Remove ${nameOf(each)}`}
                icon={<X size={12} aria-hidden />}
                onClick={() => {
                  const left = several.filter((other) => other !== each)
                  onChange(left.length === 0 ? undefined : left)
                }}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function noteOf(
  result: FieldOptions | undefined,
  options: readonly ComboboxOption[] | undefined,
  isFetching: boolean,
  missing: readonly string[],
): ReactNode {
  if (isFetching && !result) return <span role="status">Loading options…</span>
  if (options?.length === 0)
    return (
      <span role="status">
        {missing.length > 0
          ? `Fill in ${missing.join(', ')} first to load options.`
          : 'No matching options. You can type a value.'}
      </span>
    )
  return result?.hasMore ? 'More options available: type to search.' : null
}

/** The typed text, debounced. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    if (text === '') return setPaused('')
    const timer = setTimeout(() => setPaused(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return text === '' ? '' : paused
}

/** What was chosen under one question says nothing under another: a lamp of the hall is not in the kitchen. */
function useChosenUnder(questionKey: string, clear: () => void) {
  const chosenUnder = useRef<string>(null)
  const latest = useRef(clear)
  latest.current = clear
  useEffect(() => {
    if (chosenUnder.current === null || chosenUnder.current === questionKey) return
    chosenUnder.current = null
    latest.current()
  }, [questionKey])
  return {
    remember: () => {
      chosenUnder.current = questionKey
    },
    drop: () => {
      chosenUnder.current = null
    },
  }
}
