import { Status } from '../../../components/feedback/status.tsx'
import { Checkbox, SelectField, TextField } from '../../../components/form/field.tsx'
import { signatureLabels } from '../trigger-kind.tsx'
import type { FieldsProps } from './fields-props.ts'

const signatures = Object.entries(signatureLabels).map(([value, label]) => ({ value, label }))
const algorithms = ['sha1', 'sha256', 'sha512'].map((value) => ({ value, label: value.toUpperCase() }))
const encodings = [
  { value: 'hex', label: 'Hex' },
  { value: 'base64', label: 'Base64' },
]
const dedupes = [
  { value: '', label: 'Default' },
  { value: 'event_id_or_body', label: 'Event ID or body' },
  { value: 'event_id', label: 'Event ID only' },
  { value: 'none', label: 'Nothing' },
]

// These services generate the secret themselves.
const ownSecret: ReadonlySet<string> = new Set(['stripe', 'slack', 'shopify'])

/** How a webhook is signed and answered. */
export function HookFields({ form, isNew }: FieldsProps & { isNew: boolean }) {
  const { signature, respond } = form.values
  const isGenerated = !ownSecret.has(signature)
  return (
    <>
      <SelectField
        {...form.bind('signature')}
        label="Signature"
        choices={signatures}
        hint="How the service signs its requests."
      />
      {signature === 'none' && (
        <p>
          <Status kind="warn">Every request to the URL is accepted. Treat the URL as a secret.</Status>
        </p>
      )}
      {signature !== 'none' && isNew && (
        <TextField
          {...form.bind('secret')}
          label="Signing secret"
          type="password"
          autoComplete="new-password"
          isRequired={!isGenerated}
          placeholder={isGenerated ? 'Generated' : ''}
          hint={
            isGenerated
              ? 'Leave empty to generate one, which is shown once.'
              : 'Copy it from the settings of the service.'
          }
        />
      )}
      {signature === 'hmac' && <HmacFields form={form} />}
      <Checkbox
        name="respond"
        label="Respond with the output of the execution"
        hint="Without it, 202 is returned as soon as the event is stored."
        isOn={respond === 'true'}
        onChange={(isOn) => form.set({ respond: String(isOn) })}
      />
      {respond === 'true' && (
        <TextField
          {...form.bind('respondTimeoutMs')}
          label="Response timeout (ms)"
          type="number"
          hint="Then 202 is returned and the execution continues. 60,000 at most."
        />
      )}
      <div className="form-pair">
        <SelectField
          {...form.bind('dedupe')}
          label="Deduplicate by"
          choices={dedupes}
          hint="For seven days. By default the ID or body; only the ID with a response."
        />
        <TextField
          {...form.bind('verifyToken')}
          label="Verify token"
          placeholder="None"
          hint="For services that check the URL with hub.challenge."
        />
      </div>
    </>
  )
}

const HmacFields = ({ form }: FieldsProps) => (
  <>
    <div className="form-pair">
      <TextField {...form.bind('header')} label="Signature header" isMono placeholder="X-Signature" />
      <TextField {...form.bind('prefix')} label="Prefix" isMono placeholder="sha256=" />
    </div>
    <div className="form-pair">
      <SelectField {...form.bind('algorithm')} label="Algorithm" choices={algorithms} />
      <SelectField {...form.bind('encoding')} label="Encoding" choices={encodings} />
    </div>
    <TextField
      {...form.bind('timestampHeader')}
      label="Timestamp header"
      isMono
      placeholder="None"
      hint="Then timestamp.body is signed, and requests older than five minutes are refused."
    />
  </>
)
