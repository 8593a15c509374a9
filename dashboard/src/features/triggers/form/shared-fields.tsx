import { AreaField, SelectField, TextField } from '../../../components/form/field.tsx'
import type { FieldsProps } from './fields-props.ts'

const policies = [
  { value: 'allow', label: 'Start another' },
  { value: 'queue', label: 'Queue, one after the other' },
  { value: 'drop', label: 'Drop' },
]

/** What triggers of every kind have. */
export const SharedFields = ({ form }: FieldsProps) => (
  <details className="trigger-more">
    <summary>More options</summary>
    <div className="form">
      <SelectField
        {...form.bind('concurrency')}
        label="While an execution is open"
        choices={policies}
        hint="What happens when it fires again."
      />
      <AreaField
        {...form.bind('input')}
        label="Input"
        isMono
        rows={2}
        placeholder={'{ "name": "value" }'}
        hint="JSON. Its fields override fields of the event with the same name."
      />
      <TextField
        {...form.bind('triggerThreadKey')}
        label="Thread key"
        placeholder="None"
        hint="Executions with the same key share a thread. Of a webhook, a path such as body.channel.id."
      />
    </div>
  </details>
)
