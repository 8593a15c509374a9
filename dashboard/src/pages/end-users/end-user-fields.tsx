import type { BodyOf, ExternalUser } from '@stoa/sdk'
import { AreaField, TextField } from '../../components/form/field.tsx'
import { jsonObject } from '../../components/form/parse-json-object.ts'
import type { useForm } from '../../components/form/use-form.ts'

export type EndUserTexts = {
  name: string
  profileSummary: string
  avatarUrl: string
  verifiedEmail: string
  verifiedPhone: string
  metadata: string
}

export const textsOf = (user: ExternalUser): EndUserTexts => ({
  name: user.name,
  profileSummary: user.profileSummary ?? '',
  avatarUrl: user.avatarUrl ?? '',
  verifiedEmail: user.verifiedEmail ?? '',
  verifiedPhone: user.verifiedPhone ?? '',
  metadata: JSON.stringify(user.metadata, null, 2),
})

type Change = NonNullable<BodyOf<'/api/v1/external-users/{id}', 'patch'>>

/** Only what was changed, so that what somebody else changed meanwhile stays. */
export function changesOf(texts: EndUserTexts, user: ExternalUser): Change {
  const before = textsOf(user)
  const change: Record<string, unknown> = {}
  for (const name of ['profileSummary', 'avatarUrl', 'verifiedEmail', 'verifiedPhone'] as const)
    if (texts[name] !== before[name]) change[name] = texts[name] === '' ? null : texts[name]
  if (texts.name !== before.name) change.name = texts.name
  if (texts.metadata !== before.metadata) {
    const metadata = jsonObject(texts.metadata, 'metadata', '{"channel": "telegram"}')
    // A member that is no longer there is removed by name.
    const removed = Object.keys(user.metadata).filter((name) => !(name in metadata))
    change.metadata = { ...metadata, ...Object.fromEntries(removed.map((name) => [name, null])) }
  }
  return change as Change
}

export const EndUserFields = ({ form }: { form: ReturnType<typeof useForm<EndUserTexts>> }) => (
  <>
    <TextField {...form.bind('name')} label="Name" isRequired isFirst />
    <AreaField {...form.bind('profileSummary')} label="Summary" hint="Context about this user for agents." />
    <div className="form-pair">
      <TextField {...form.bind('verifiedEmail')} label="Verified email" type="email" />
      <TextField {...form.bind('verifiedPhone')} label="Verified phone" placeholder="+4915112345678" />
    </div>
    <TextField {...form.bind('avatarUrl')} label="Avatar URL" type="url" />
    <AreaField {...form.bind('metadata')} label="Metadata" isMono rows={5} hint="A custom JSON object." />
  </>
)
