import { type ReactNode, useRef, useState } from 'react'
import { Button } from '../actions/button.tsx'
import { ConfirmForm } from '../dialog/confirm-form.tsx'
import { Dialog, DialogFoot } from '../dialog/dialog.tsx'
import { errorMessage } from '../feedback/error-alert.tsx'
import { Status } from '../feedback/status.tsx'
import { type BulkFailure, runBulk } from './run-bulk.ts'
import './bulk-dialog.css'

type BulkDialogProps<Row> = {
  title: string
  confirmLabel: string
  variant?: 'primary' | 'danger'
  rows: readonly Row[]
  nameOf(row: Row): string
  act(row: Row): Promise<unknown>
  /** What has to be typed first; for what cannot be undone. */
  typed?: string
  children: ReactNode
  /** When it is over, with the rows of which some were changed. */
  onChanged(): void
  onClose(): void
}

type State<Row> =
  | { phase: 'confirm' }
  | { phase: 'running'; doneCount: number; total: number }
  | { phase: 'done'; doneCount: number; total: number; failures: BulkFailure<Row>[] }

/** Does the same to all selected rows: confirms it, shows how far it is, and then what failed and why. */
export function BulkDialog<Row>(props: BulkDialogProps<Row>) {
  const { title, rows, nameOf, act, onChanged, onClose } = props
  const [state, setState] = useState<State<Row>>({ phase: 'confirm' })
  const stop = useRef(new AbortController())
  const run = async (of: readonly Row[]) => {
    const total = of.length
    let reached = 0
    stop.current = new AbortController()
    setState({ phase: 'running', doneCount: 0, total })
    const failures = await runBulk(of, {
      act,
      onProgress: (doneCount) => {
        reached = doneCount
        setState({ phase: 'running', doneCount, total })
      },
      signal: stop.current.signal,
    })
    setState({ phase: 'done', doneCount: reached, total, failures })
    onChanged()
  }
  return (
    <Dialog title={title} isPersistent={state.phase === 'running'} onClose={onClose}>
      {state.phase === 'confirm' && (
        <ConfirmForm
          confirmLabel={props.confirmLabel}
          variant={props.variant ?? 'primary'}
          typed={props.typed}
          onConfirm={() => void run(rows)}
          onClose={onClose}
        >
          {props.children}
        </ConfirmForm>
      )}
      {state.phase === 'running' && (
        <>
          <p role="status">
            {state.doneCount} of {state.total} done
          </p>
          <progress
            className="bulk-progress"
            aria-label="Progress"
            max={state.total}
            value={state.doneCount}
          />
          <DialogFoot>
            <Button hasInitialFocus onClick={() => stop.current.abort()}>
              Stop
            </Button>
          </DialogFoot>
        </>
      )}
      {state.phase === 'done' && (
        <Summary
          {...state}
          nameOf={nameOf}
          onRetry={() => void run(state.failures.map(({ row }) => row))}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

type SummaryProps<Row> = {
  doneCount: number
  total: number
  failures: readonly BulkFailure<Row>[]
  nameOf(row: Row): string
  onRetry(): void
  onClose(): void
}

function Summary<Row>({ doneCount, total, failures, nameOf, onRetry, onClose }: SummaryProps<Row>) {
  const succeeded = doneCount - failures.length
  return (
    <>
      <div className="row" role="status">
        <Status kind={failures.length === 0 ? 'good' : 'warn'}>
          {succeeded} succeeded{failures.length > 0 && `, ${failures.length} failed`}
          {doneCount < total && `, ${total - doneCount} not started`}
        </Status>
      </div>
      {failures.length > 0 && (
        <ul className="bulk-failures" aria-label="Failures">
          {failures.map(({ row, error }, index) => (
            <li key={index}>
              <strong>{nameOf(row)}</strong> <span className="muted">{errorMessage(error)}</span>
            </li>
          ))}
        </ul>
      )}
      <DialogFoot>
        {failures.length > 0 && <Button onClick={onRetry}>Try failed ones again</Button>}
        <Button variant="primary" hasInitialFocus onClick={onClose}>
          Done
        </Button>
      </DialogFoot>
    </>
  )
}
