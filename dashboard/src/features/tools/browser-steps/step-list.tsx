import ShieldCheck from 'lucide-react/icons/shield-check'
import Trash2 from 'lucide-react/icons/trash-2'
import X from 'lucide-react/icons/x'
import { IconButton } from '../../../components/actions/button.tsx'
import { BreakableText } from '../../../components/text/breakable-text.tsx'
import { describeExpectation, describeStep } from './describe-step.ts'
import type { StepDraft } from './steps-draft.ts'
import { ValueFields } from './value-fields.tsx'
import './step-list.css'

type StepListProps = {
  steps: readonly StepDraft[]
  accountFields: readonly string[]
  change(steps: readonly StepDraft[]): void
}

/** The steps in their order, each with its value and with what is checked after it. */
export function StepList({ steps, accountFields, change }: StepListProps) {
  const replace = (key: number, next: StepDraft) =>
    change(steps.map((each) => (each.key === key ? next : each)))
  return (
    <ol className="recorded-steps">
      {steps.map((each, index) => (
        <StepRow
          key={each.key}
          number={index + 1}
          draft={each}
          accountFields={accountFields}
          isOnly={steps.length === 1}
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
  isOnly: boolean
  change(next: StepDraft): void
  remove(): void
}

function StepRow({ number, draft, accountFields, isOnly, change, remove }: RowProps) {
  const { step, value } = draft
  const words = describeStep(step)
  const check = describeExpectation(step.expect)
  return (
    <li className="recorded-step" aria-label={`Step ${number}: ${words}`}>
      <span className="recorded-step-number muted number">{number}</span>
      <p className="recorded-step-words" title={step.selectors.join('\n')}>
        <BreakableText text={words} />
      </p>
      <IconButton
        label={`Remove step ${number}`}
        icon={<Trash2 size={15} aria-hidden />}
        disabled={isOnly}
        onClick={remove}
      />
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
