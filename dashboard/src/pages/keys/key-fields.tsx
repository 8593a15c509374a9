import type { BodyOf } from '@stoa/sdk'
import { SkeletonLines } from '../../components/feedback/skeleton.tsx'
import { CheckboxList } from '../../components/form/checkbox-list.tsx'
import { DateTimeField } from '../../components/form/date/date-time-field.tsx'
import { fromFieldTime } from '../../components/form/date/field-time.ts'
import { AreaField, Checkbox, TextField } from '../../components/form/field.tsx'
import type { useForm } from '../../components/form/use-form.ts'
import { scopeGroups, scopeText } from '../../features/keys/scope-text.ts'
import '../../features/keys/scopes.css'
import { RoleField } from '../../features/members/role-field.tsx'
import { usePermissions } from './use-permissions.ts'

export type KeyDraft = {
  name: string
  role: string
  scopes: string
  expiresAt: string
  allowedIps: string
  monthlyCreditCap: string
}

export const noTexts: KeyDraft = {
  name: '',
  role: 'member',
  scopes: '',
  expiresAt: '',
  allowedIps: '',
  monthlyCreditCap: '',
}

const words = (text: string) => text.split(/[\s,]+/).filter(Boolean)

/** What the texts of the form mean for the API. Nothing in a field means no such limit. */
export function keyBodyOf(texts: KeyDraft): BodyOf<'/api/v1/api-keys', 'post'> {
  return {
    name: texts.name,
    role: texts.role as 'member' | 'admin',
    scopes: words(texts.scopes),
    expiresAt: fromFieldTime('expiresAt', texts.expiresAt),
    allowedIps: words(texts.allowedIps),
    monthlyCreditCap: texts.monthlyCreditCap === '' ? null : Number(texts.monthlyCreditCap),
  }
}

type KeyForm = ReturnType<typeof useForm<KeyDraft>>

export function KeyFields({ form }: { form: KeyForm }) {
  return (
    <>
      <TextField
        {...form.bind('name')}
        label="Name"
        placeholder="production server"
        isRequired
        hasInitialFocus
      />
      <RoleField bound={form.bind('role')} hint="Admins can also manage keys and settings." />
      <DateTimeField {...form.bind('expiresAt')} label="Expires" hint="Leave empty for no expiry." />
      <Scopes form={form} />
      <AreaField
        {...form.bind('allowedIps')}
        label="Allowed IP addresses"
        rows={2}
        isMono
        placeholder="203.0.113.7  10.0.0.0/8"
        hint="IP addresses or CIDR ranges. Leave empty to allow all."
      />
      <TextField
        {...form.bind('monthlyCreditCap')}
        label="Monthly credit limit"
        type="number"
        hint="Leave empty for no limit."
      />
    </>
  )
}

function Scopes({ form }: { form: KeyForm }) {
  const known = usePermissions()
  const chosen = words(form.values.scopes)
  const { error } = form.bind('scopes')
  const all = [...new Set([...(known ?? []), ...chosen])]
  const toggle = (scope: string, isOn: boolean) =>
    form.set({ scopes: (isOn ? [...chosen, scope] : chosen.filter((each) => each !== scope)).join(' ') })
  return (
    <CheckboxList label="Scopes" hint="None selected: all permissions of the role." error={error}>
      {known === undefined && <SkeletonLines count={4} />}
      {scopeGroups(all).map(({ name, scopes }) => (
        <fieldset key={name} className="scope-group">
          <legend>{name}</legend>
          {scopes.map((scope) => (
            <Checkbox
              key={scope}
              name="scopes"
              label={scopeText(scope)}
              hint={<code>{scope}</code>}
              isOn={chosen.includes(scope)}
              onChange={(isOn) => toggle(scope, isOn)}
            />
          ))}
        </fieldset>
      ))}
    </CheckboxList>
  )
}
