import type { HumanRequest } from '@stoa/sdk'
import { isStoaError } from '@stoa/sdk'
import Send from 'lucide-react/icons/send'
import { useId, useState } from 'react'
import { Button } from '../../components/actions/button.tsx'
import { useRunShortcut } from '../../components/code/use-run-shortcut.ts'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { toasts } from '../../components/feedback/toast-store.ts'
import { AreaField } from '../../components/form/field.tsx'
import { SegmentedControl } from '../../components/form/segmented-control.tsx'
import { useForm } from '../../components/form/use-form.ts'
import { Card } from '../../components/layout/page.tsx'
import { actAs } from '../../features/end-users/act-as.ts'
import { questionPath } from '../../features/questions/questions-api.ts'
import { useProject, useRefresh } from '../../project.ts'

const forms = [
  { value: 'text', label: 'Text' },
  { value: 'json', label: 'JSON' },
]

/** One of the choices, or free text; the first answer counts. */
export function AnswerForm({ question }: { question: HumanRequest }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const form = useForm({ answer: '' })
  const [as, setAs] = useState('text')
  const send = form.attempt(async () => {
    const { answer } = form.values
    if (answer.trim() === '') return
    try {
      await actAs(api).post(`${questionPath}/answer`, {
        params: { id: question.id },
        body: { answer: as === 'json' ? parsed(answer) : answer },
      })
      toasts.success('Answered')
    } finally {
      // An error may mean that another user has answered; the reloaded page shows it.
      await refresh(['questions'])
    }
  })
  useRunShortcut(() => void send())
  const isOver = isStoaError(form.failure) && form.failure.code === 'invalid_state'
  return (
    <Card
      title="Answer"
      actions={
        question.options.length === 0 && (
          <SegmentedControl label="Format" value={as} choices={forms} onChange={setAs} />
        )
      }
    >
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        {question.options.length > 0 ? (
          <Choices options={question.options} {...form.bind('answer')} />
        ) : (
          <AreaField
            {...form.bind('answer')}
            label={as === 'json' ? 'Your answer, as JSON' : 'Your answer'}
            rows={4}
            isMono={as === 'json'}
            placeholder={as === 'json' ? '{ "isAllowed": true }' : ''}
          />
        )}
        {form.failure !== null && !isOver && <ErrorAlert error={form.failure} />}
        <span>
          <Button
            type="submit"
            variant="primary"
            icon={<Send size={14} aria-hidden />}
            isBusy={form.isBusy}
            disabled={form.values.answer.trim() === ''}
          >
            Send answer
          </Button>
        </span>
      </form>
    </Card>
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`The answer is not JSON: ${(error as Error).message}`)
  }
}

type ChoicesProps = {
  options: readonly string[]
  value: string
  onChange(value: string): void
  error: string | undefined
}

/** Each on a separate line, large enough for a thumb. */
function Choices({ options, value, onChange, error }: ChoicesProps) {
  const name = useId()
  return (
    <fieldset className="answer-choices">
      <legend className="visually-hidden">Your answer</legend>
      {options.map((option) => (
        <label key={option} className="answer-choice">
          <input
            type="radio"
            name={name}
            value={option}
            checked={option === value}
            onChange={() => onChange(option)}
          />
          {option}
        </label>
      ))}
      {error && <p className="field-error">{error}</p>}
    </fieldset>
  )
}
