import { StoaError, type TriggerType } from '@stoa/sdk'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { SelectField } from '../../../components/form/field.tsx'
import { useRead } from '../../../project.ts'
import { ConnectDialog } from '../../connections/connect/connect-dialog.tsx'
import { accountsPath } from '../../connections/connections-api.ts'
import { useToolkitNames } from '../../toolkits/use-toolkit-names.ts'
import { type JsonSchema, resolve, shapeOf } from '../../tools/schema-form/field-shape.ts'
import { OptionsContext } from '../../tools/schema-form/options-source.ts'
import { SchemaFields, type Values } from '../../tools/schema-form/schema-fields.tsx'
import { triggerTypePath } from '../triggers-api.ts'
import type { FieldsProps } from './fields-props.ts'
import { ToolkitTypePicker } from './toolkit-type-picker.tsx'

const intervals = [1, 5, 15, 30, 60].map((minutes) => ({
  value: String(minutes),
  label: minutes === 1 ? 'Every minute' : minutes === 60 ? 'Every hour' : `Every ${minutes} minutes`,
}))

type ToolkitFieldsProps = FieldsProps & { isNew: boolean; failure: unknown }

/** Which event of which toolkit, with which account. */
export function ToolkitFields({ form, isNew, failure }: ToolkitFieldsProps) {
  const { slug } = form.values
  const { data, error } = useRead(
    ['trigger-types', 'one', slug],
    (api, signal) => api.get(triggerTypePath, { params: { slug }, signal }),
    { isEnabled: slug !== '' },
  )
  const toolkitName = useToolkitNames(data?.toolkitSlug ? [data.toolkitSlug] : [])
  if (slug === '')
    return (
      <ToolkitTypePicker
        onChoose={(type) =>
          form.set({ slug: type.slug, arguments: '{}', intervalMin: hasInterval(type) ? '5' : '' })
        }
      />
    )
  if (error) return <ErrorAlert error={error} />
  if (!data) return <SkeletonLines count={4} />
  return (
    <>
      <div className="row">
        <strong>
          {toolkitName(data.toolkitSlug ?? '') ?? data.toolkitSlug}: {data.name}
        </strong>
        {isNew && (
          <Button variant="ghost" onClick={() => form.set({ slug: '', connectedAccountId: '' })}>
            Change
          </Button>
        )}
      </div>
      <p className="muted">{data.description}</p>
      {data.needsAccount && isNew && <AccountField form={form} type={data} />}
      <ArgumentFields form={form} type={data} failure={failure} />
      {hasInterval(data) && <SelectField {...form.bind('intervalMin')} label="Poll" choices={intervals} />}
    </>
  )
}

const propertiesOf = ({ configSchema }: TriggerType) =>
  (configSchema.properties ?? {}) as Record<string, JsonSchema>
/** What the service sends itself is not polled. */
const hasInterval = (type: TriggerType): boolean => 'intervalMin' in propertiesOf(type)

function AccountField({ form, type }: FieldsProps & { type: TriggerType }) {
  const [isConnecting, setConnecting] = useState(false)
  const owner = form.values.owner.trim()
  const toolkitSlug = type.toolkitSlug ?? ''
  const { data, refetch } = useRead(['connections', 'of-toolkit', toolkitSlug, owner], (api, signal) =>
    (owner ? api.as(owner) : api).get(accountsPath, {
      query: { toolkitSlugs: [toolkitSlug], statuses: ['ACTIVE'], limit: 100 },
      signal,
    }),
  )
  return (
    <>
      <SelectField
        {...form.bind('connectedAccountId')}
        label="Account"
        choices={[
          { value: '', label: data?.length === 0 ? 'No account is connected' : 'Newest active account' },
          ...(data ?? []).map(({ id, label }) => ({ value: id, label })),
        ]}
      />
      <span>
        <Button icon={<Plus size={14} aria-hidden />} onClick={() => setConnecting(true)}>
          Connect an account
        </Button>
      </span>
      {isConnecting && (
        <ConnectDialog
          toolkitSlug={toolkitSlug}
          user={owner}
          onClose={() => {
            setConnecting(false)
            void refetch()
          }}
        />
      )}
    </>
  )
}

function ArgumentFields({ form, type, failure }: FieldsProps & { type: TriggerType; failure: unknown }) {
  const root = propertiesOf(type).arguments ?? {}
  const shape = shapeOf(resolve(root, root), root)
  if (shape.kind !== 'object' || shape.fields.length === 0) return null
  const values = JSON.parse(form.values.arguments) as Values
  const { owner, connectedAccountId: accountId } = form.values
  return (
    <OptionsContext value={{ toolSlug: type.slug, user: owner, accountId, version: '', values }}>
      <SchemaFields
        fields={shape.fields}
        root={root}
        path=""
        depth={0}
        errors={argumentErrors(failure)}
        value={values}
        onChange={(next) => form.set({ arguments: JSON.stringify(next) })}
      />
    </OptionsContext>
  )
}

const start = '/triggerConfig/arguments'

const argumentErrors = (failure: unknown): ReadonlyMap<string, string> =>
  new Map(
    (failure instanceof StoaError ? failure.details : [])
      .filter(({ path }) => path.startsWith(start))
      .map(({ path, message }) => [path.slice(start.length), message]),
  )
