import type { TableDocument } from '@stoa/sdk'
import { isStoaError } from '@stoa/sdk'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { errorMessage } from '../../../components/feedback/error-alert.tsx'
import { isForInputMethod } from '../../../typing.ts'
import { readValue, textOf } from '../cell-values.ts'
import type { GridColumn } from './grid-columns.ts'

/** Where the focus goes once a cell is saved. */
export type After = 'stay' | 'down' | 'next' | 'before'

type CellEditorProps = {
  row: TableDocument
  column: GridColumn
  /** What was typed to open it; without it editing begins with the value. */
  typed: string | undefined
  save(value: unknown): Promise<void>
  onDone(after: After): void
}

const inputTypes = { email: 'email', url: 'url' } as const

/** Edits one cell in its place. Enter and Tab save, Escape does not; an error of the server is shown below the cell. */
export function CellEditor(props: CellEditorProps) {
  const { row, column, onDone } = props
  const before = textOf(row[column.name])
  const { text, setText, error, isBusy, input, finish, onKeyDown } = useCellEdit(before, props)
  const shared = {
    ref: input,
    className: 'grid-input',
    'aria-label': `New value of ${column.name}`,
    'aria-invalid': error === null ? undefined : true,
    value: text,
    onKeyDown,
    onBlur: () => {
      // Leaving by pointer saves; what was refused and is left alone is dropped.
      if (error === null) void finish('stay')
      else onDone('stay')
    },
  }
  const choices = choicesOf(column)
  return (
    <div className="grid-editor" data-busy={isBusy ? '' : undefined}>
      {choices ? (
        <select {...shared} onChange={(event) => setText(event.target.value)}>
          <option value="">No value</option>
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...shared}
          type={inputTypes[column.type as keyof typeof inputTypes] ?? 'text'}
          inputMode={column.type === 'number' || column.type === 'integer' ? 'decimal' : undefined}
          placeholder={column.type === 'date' ? '2026-01-31 or 2026-01-31T09:30:00Z' : undefined}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
        />
      )}
      {error !== null && <CellError text={error} />}
    </div>
  )
}

function useCellEdit(before: string, { column, typed, save, onDone }: CellEditorProps) {
  const [text, setText] = useState(typed ?? before)
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement & HTMLSelectElement>(null)
  useEffect(() => {
    input.current?.focus()
    if (typed === undefined) input.current?.select?.()
  }, [typed])
  const finish = async (after: After) => {
    if (isBusy) return
    if (text === before) return onDone(after)
    setBusy(true)
    try {
      await save(readValue(text, column.type))
      onDone(after)
    } catch (failure) {
      setError(cellErrorMessage(failure))
      setBusy(false)
      input.current?.focus()
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (isForInputMethod(event.nativeEvent)) return
    if (event.key === 'Escape') onDone('stay')
    else if (event.key === 'Enter') void finish('down')
    else if (event.key === 'Tab') void finish(event.shiftKey ? 'before' : 'next')
    else return
    event.preventDefault()
  }
  return { text, setText, error, isBusy, input, finish, onKeyDown }
}

/** Below the cell, scrolled into sight where the grid ends. */
function CellError({ text }: { text: string }) {
  const bubble = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    bubble.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [])
  return (
    <p ref={bubble} className="grid-error" role="alert">
      {text}
    </p>
  )
}

const choicesOf = ({ type, field }: GridColumn): readonly string[] | null =>
  type === 'boolean' ? ['true', 'false'] : type === 'select' ? (field?.options ?? []) : null

/** The first fault in detail, since it is about this very cell. */
export function cellErrorMessage(failure: unknown): string {
  if (isStoaError(failure) && failure.code === 'precondition_failed')
    return 'This row was changed by someone else: press Escape and review it.'
  const detail = isStoaError(failure) ? failure.details[0]?.message : undefined
  return detail ?? errorMessage(failure)
}
