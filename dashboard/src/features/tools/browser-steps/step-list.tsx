import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Trash2 from 'lucide-react/icons/trash-2'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { IconButton } from '../../../components/actions/button.tsx'
import { BreakableText } from '../../../components/text/breakable-text.tsx'
import { describeExpectation, describeStep } from './describe-step.ts'
import { moved, type StepDraft } from './steps-draft.ts'
import { ValueFields } from './value-fields.tsx'
import './step-list.css'

type StepListProps = {
  steps: readonly StepDraft[]
  accountFields: readonly string[]
  change(steps: readonly StepDraft[]): void
}

/** The steps in their order, each with its value and with what is checked after it. */
export function StepList({ steps, accountFields, change }: StepListProps) {
  const list = useRef<HTMLOListElement>(null)
  const focus = useRef<string | null>(null)
  const replace = (key: number, next: StepDraft) =>
    change(steps.map((each) => (each.key === key ? next : each)))
  const move = (from: number, to: number) => {
    if (to < 0 || to >= steps.length) return
    focus.current = `${steps[from]!.key}-${to < from ? 'up' : 'down'}`
    change(moved(steps, from, to))
  }
  // An element that is moved in the document loses the focus, and so does a button that is disabled at the end.
  useLayoutEffect(() => {
    const [key, side] = focus.current?.split('-') ?? []
    focus.current = null
    if (key === undefined) return
    const buttons = [side, side === 'up' ? 'down' : 'up'].map((each) =>
      list.current?.querySelector<HTMLButtonElement>(`[data-move="${key}-${each}"]`),
    )
    buttons.find((each) => each && !each.disabled)?.focus()
  }, [steps])
  return (
    <ol className="recorded-steps" ref={list}>
      {steps.map((each, index) => (
        <StepRow
          key={each.key}
          number={index + 1}
          draft={each}
          accountFields={accountFields}
          count={steps.length}
          move={(by) => move(index, index + by)}
          change={(next) => replace(each.key, next)}
          remove={() => change(steps.filter(({ key }) => key !== each.key))}
        />
      ))}
    </ol>
  )
}

type RowProps = {
  number: number
  draft: StepDraft
  accountFields: readonly string[]
  count: number
  move(by: 1 | -1): void
  change(next: StepDraft): void
  remove(): void
}

function StepRow({ number, draft, accountFields, count, move, change, remove }: RowProps) {
  const { step, value } = draft
  const words = describeStep(step)
  const check = describeExpectation(step.expect)
  return (
    <li className="recorded-step" aria-label={`Step ${number}: ${words}`}>
      <span className="recorded-step-number muted number">{number}</span>
      <p className="recorded-step-words" title={step.selectors.join('\n')}>
        <BreakableText text={words} />
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons inside */}
      <span className="recorded-step-actions" onKeyDown={(event) => moveByKey(event, move)}>
        <IconButton
          label={`Move step ${number} up`}
          icon={<ArrowUp size={15} aria-hidden />}
          data-move={`${draft.key}-up`}
          disabled={number === 1}
          onClick={() => move(-1)}
        />
        <IconButton
          label={`Move step ${number} down`}
          icon={<ArrowDown size={15} aria-hidden />}
          data-move={`${draft.key}-down`}
          disabled={number === count}
          onClick={() => move(1)}
        />
        <IconButton
          label={`Remove step ${number}`}
          icon={<Trash2 size={15} aria-hidden />}
          disabled={count === 1}
          onClick={remove}
        />
      </span>
      {value && (
        <ValueFields
          step={draft}
          value={value}
          accountFields={accountFields}
          change={(patch) => change({ ...draft, value: { ...value, ...patch } })}
        />
      )}
      {check !== null && (
        <p className="recorded-step-check muted small">
          <ShieldCheck size={14} aria-hidden />
          <BreakableText text={check} />
          <IconButton
            label={`Remove the check of step ${number}`}
            icon={<X size={14} aria-hidden />}
            onClick={() => change({ ...draft, step: { ...step, expect: null } })}
          />
        </p>
      )}
    </li>
  )
}

/** With the arrow keys, while one of its buttons has the focus. */
function moveByKey(event: KeyboardEvent, move: RowProps['move']): void {
  if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
  event.preventDefault()
  move(event.key === 'ArrowUp' ? -1 : 1)
}
