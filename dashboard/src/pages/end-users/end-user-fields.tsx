import type { BodyOf, ExternalUser } from '@stoa/sdk'
import { AreaField, TextField } from '../../components/form/field.tsx'
import { parseJsonObject } from '../../components/form/parse-json-object.ts'
import type { useForm } from '../../components/form/use-form.ts'

export type EndUserDraft = {
  name: string
  profileSummary: string
  avatarUrl: string
  verifiedEmail: string
  verifiedPhone: string
  metadata: string
}

export const textsOf = (user: ExternalUser): EndUserDraft => ({
  name: user.name,
  profileSummary: user.profileSummary ?? '',
  avatarUrl: user.avatarUrl ?? '',
  verifiedEmail: user.verifiedEmail ?? '',
  verifiedPhone: user.verifiedPhone ?? '',
  metadata: JSON.stringify(user.metadata, null, 2),
})

type Change = NonNullable<BodyOf<'/api/v1/external-users/{id}', 'patch'>>

/** Only changed fields, so that concurrent changes of others stay. */
export function changesOf(texts: EndUserDraft, user: ExternalUser): Change {
  const before = textsOf(user)
  const change: Record<string, unknown> = {}
  for (const name of ['profileSummary', 'avatarUrl', 'verifiedEmail', 'verifiedPhone'] as const)
    if (texts[name] !== before[name]) change[name] = texts[name] === '' ? null : texts[name]
  if (texts.name !== before.name) change.name = texts.name
  if (texts.metadata !== before.metadata) {
    const metadata = parseJsonObject(texts.metadata, 'metadata', '{"channel": "telegram"}')
    // A member that is no longer there is removed by name.
    const removed = Object.keys(user.metadata).filter((name) => !(name in metadata))
    change.metadata = { ...metadata, ...Object.fromEntries(removed.map((name) => [name, null])) }
  }
  return change as Change
}

export const EndUserFields = ({ form }: { form: ReturnType<typeof useForm<EndUserDraft>> }) => (
  <>
    <TextField {...form.bind('name')} label="Name" isRequired hasInitialFocus />
    <AreaField {...form.bind('profileSummary')} label="Summary" hint="Context about this user for agents." />
    <div className="form-pair">
      <TextField {...form.bind('verifiedEmail')} label="Verified email" type="email" />
      <TextField {...form.bind('verifiedPhone')} label="Verified phone" placeholder="+4915112345678" />
    </div>
    <TextField {...form.bind('avatarUrl')} label="Avatar URL" type="url" />
    <AreaField {...form.bind('metadata')} label="Metadata" isMono rows={5} hint="A custom JSON object." />
  </>
)
