import { AreaField, Checkbox, SelectField, TextField } from '../../../components/form/field.tsx'
import { isFiles, isList, isMandatory, mayBeField, type StepDraft, type ValueDraft } from './steps-draft.ts'

type ValueProps = {
  step: StepDraft
  value: ValueDraft
  /** Fields that accounts of the toolkit have. */
  accountFields: readonly string[]
  change(patch: Partial<ValueDraft>): void
}

/** Where the value of a step comes from, and what callers see of it. */
export function ValueFields({ step, value, accountFields, change }: ValueProps) {
  const choices = [
    { value: 'parameter', label: value.isSecret ? 'Secret parameter' : 'Parameter' },
    // A secret was never stored, and files belong to one end user.
    ...(value.isSecret || isFiles(value) ? [] : [{ value: 'fixed', label: 'Fixed value' }]),
    ...(mayBeField(step) ? [{ value: 'connection', label: 'Connection field' }] : []),
  ]
  const name = (part: string) => `step-${step.key}-${part}`
  return (
    <div className="recorded-step-value">
      <SelectField
        label="Value"
        name={name('source')}
        value={value.source}
        choices={choices}
        onChange={(source) => change({ source: source as ValueDraft['source'] })}
      />
      {value.source === 'parameter' && <ParameterFields value={value} name={name} change={change} />}
      {value.source === 'fixed' && (
        <ValueText label="Text" value={value} name={name('text')} change={change} />
      )}
      {value.source === 'connection' && (
        <SelectField
          label="Field of the account"
          name={name('field')}
          value={value.field}
          choices={[{ value: '', label: 'Choose a field' }, ...fieldChoices(accountFields, value.field)]}
          hint={
            accountFields.length === 0
              ? 'The toolkit has no auth scheme: add one to it first.'
              : `Typed only into pages of ${step.step.origin}.`
          }
          onChange={(field) => change({ field })}
        />
      )}
    </div>
  )
}

/** The one that is set stays a choice while the toolkit is being read, and when it lost the field. */
const fieldChoices = (names: readonly string[], current: string) =>
  [...new Set([...names, current])].filter(Boolean).map((each) => ({ value: each, label: each }))

type PartProps = {
  value: ValueDraft
  name(part: string): string
  change(patch: Partial<ValueDraft>): void
}

const ParameterFields = ({ value, name, change }: PartProps) => (
  <>
    <TextField
      label="Parameter name"
      name={name('name')}
      value={value.name}
      isMono
      isRequired
      onChange={(text) => change({ name: text })}
    />
    <TextField
      label="Description"
      name={name('description')}
      value={value.description}
      hint="Agents read it."
      onChange={(description) => change({ description })}
    />
    {!value.isSecret && !isFiles(value) && (
      <ValueText
        label={value.isRequired ? 'Example' : 'Default'}
        value={value}
        name={name('default')}
        change={change}
      />
    )}
    <div className="recorded-step-flags">
      <Checkbox
        label="Required"
        name={name('required')}
        isOn={isMandatory(value)}
        hint={value.isSecret || isFiles(value) ? 'It has no default.' : undefined}
        onChange={(isRequired) => change({ isRequired })}
      />
      {!isFiles(value) && !isList(value) && (
        <Checkbox
          label="Secret"
          name={name('secret')}
          isOn={value.isSecret}
          hint="Hidden in logs, without default."
          onChange={(isSecret) => change({ isSecret, ...(isSecret ? { text: '' } : {}) })}
        />
      )}
    </div>
  </>
)

type TextProps = {
  label: string
  value: ValueDraft
  name: string
  change(patch: Partial<ValueDraft>): void
}

function ValueText({ label, value, name, change }: TextProps) {
  const props = { label, name, value: value.text, onChange: (text: string) => change({ text }) }
  return isList(value) ? <AreaField {...props} rows={2} hint="One per line." /> : <TextField {...props} />
}
