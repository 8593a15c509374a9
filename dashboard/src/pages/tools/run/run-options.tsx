import type { ToolDetail } from '@stoa/sdk'
import { SelectField, TextField } from '../../../components/form/field.tsx'
import { accountsPath } from '../../../features/connections/connections-api.ts'
import { useRead } from '../../../project.ts'
import type { RunDraft } from './run-request.ts'

type OptionsProps = { tool: ToolDetail; draft: RunDraft; change(patch: Partial<RunDraft>): void }

const accountLimit = 50

/** End user, account and version. */
export const RunOptions = ({ tool, draft, change }: OptionsProps) => (
  <div className="workbench-options">
    <TextField
      label="Run as end user"
      name="user"
      placeholder="the project itself"
      value={draft.user}
      onChange={(user) => change({ user, accountId: '' })}
      hint="By name. Uses their accounts, limits and credits."
    />
    {!tool.noAuth && <AccountPicker tool={tool} draft={draft} change={change} />}
    {tool.availableVersions.length > 1 && (
      <SelectField
        label="Version"
        name="version"
        value={draft.version || tool.version}
        choices={tool.availableVersions.map((version) => ({ value: version, label: version }))}
        onChange={(version) => change({ version })}
      />
    )}
  </div>
)

function AccountPicker({ tool, draft, change }: OptionsProps) {
  const user = draft.user.trim()
  const { data } = useRead(['accounts', 'choices', tool.toolkitSlug, user], (api, signal) =>
    (user ? api.as(user) : api).get(accountsPath, {
      query: { toolkitSlugs: tool.toolkitSlug, statuses: ['ACTIVE'], limit: accountLimit },
      signal,
    }),
  )
  return (
    <SelectField
      label="Account"
      name="accountId"
      value={draft.accountId}
      onChange={(accountId) => change({ accountId })}
      choices={[
        { value: '', label: data?.length === 0 ? 'No account connected' : 'Latest active account' },
        ...(data ?? []).map(({ id, label }) => ({ value: id, label })),
      ]}
    />
  )
}
