import type { Workflow } from '@stoa/sdk'
import { useState } from 'react'
import { errorMessage } from '../../../components/feedback/error-alert.tsx'
import { Status } from '../../../components/feedback/status.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { SelectField } from '../../../components/form/field.tsx'
import { Card } from '../../../components/layout/page.tsx'
import { accountsPath, configsPath } from '../../../features/connections/connections-api.ts'
import { actAs, useApiAs } from '../../../features/end-users/act-as.ts'
import {
  addConnectionPath,
  clearAuthConfigPath,
  clearConnectionPath,
  setAuthConfigPath,
} from '../../../features/workflows/workflows-api.ts'
import { useRead, useRefresh } from '../../../project.ts'
import { bindingsOf, type ToolkitBinding } from './toolkit-bindings.ts'
import './settings.css'

const most = 100

function useKnown() {
  const accounts = useRead(['accounts', 'of workflows'], (api, signal) =>
    actAs(api).get(accountsPath, { query: { statuses: ['ACTIVE'], limit: most }, signal }),
  )
  const configs = useRead(['auth-configs', 'of workflows'], (api, signal) =>
    actAs(api).get(configsPath, { query: { limit: most }, signal }),
  )
  return { accounts: accounts.data ?? [], configs: configs.data ?? [] }
}

/** Calls that change what a toolkit uses; an empty value removes the binding. */
function useBind({ id, isOwn }: Workflow) {
  const api = useApiAs()
  const refresh = useRefresh()
  const attempt = (work: Promise<unknown>, done: string) => {
    work
      .then(() => {
        toasts.success(done)
        return refresh(['workflows'])
      })
      .catch((error) => toasts.error(errorMessage(error)))
  }
  const params = { id }
  return {
    isOwn,
    account: (toolkitSlug: string, connectionId: string) =>
      connectionId === ''
        ? attempt(api.patch(clearConnectionPath, { params, body: { toolkitSlug } }), 'Account removed')
        : attempt(api.post(addConnectionPath, { body: { workflowId: id, connectionId } }), 'Account bound'),
    config: (toolkitSlug: string, authConfigId: string) =>
      authConfigId === ''
        ? attempt(api.patch(clearAuthConfigPath, { params, body: { toolkitSlug } }), 'Auth config removed')
        : attempt(
            api.patch(setAuthConfigPath, { params, body: { toolkitSlug, authConfigId } }),
            'Auth config bound',
          ),
  }
}

/** The accounts and auth configs that the tools of a workflow use, for each toolkit. */
export function Bindings({ workflow }: { workflow: Workflow }) {
  const [added, setAdded] = useState<readonly string[]>([])
  const { bindings, others } = bindingsOf(workflow, useKnown(), added)
  const bind = useBind(workflow)
  return (
    <Card title="Connections">
      <p className="muted">
        Without a bound account, tools use the newest active account of the user who executes. An auth config
        decides how users of the workflow connect.
      </p>
      {bindings.length === 0 && <p className="muted">No tool of this workflow needs an account.</p>}
      {bindings.map((binding) => (
        <BindingRow key={binding.slug} binding={binding} bind={bind} />
      ))}
      {workflow.isOwn && others.length > 0 && (
        <SelectField
          label="Add a toolkit"
          name="toolkit"
          value=""
          choices={[{ value: '', label: 'Select' }, ...others]}
          onChange={(slug) => slug !== '' && setAdded([...added, slug])}
        />
      )}
    </Card>
  )
}

type BindingRowProps = { binding: ToolkitBinding; bind: ReturnType<typeof useBind> }

const BindingRow = ({ binding, bind }: BindingRowProps) => (
  <fieldset className="binding" disabled={!bind.isOwn}>
    <legend>
      {binding.name}
      {binding.status !== null && <Status kind="bad">Account {binding.status.toLowerCase()}</Status>}
    </legend>
    <SelectField
      label="Account"
      name={`account-${binding.slug}`}
      value={binding.accountId}
      choices={[{ value: '', label: 'Of the user who executes' }, ...binding.accounts]}
      onChange={(id) => bind.account(binding.slug, id)}
    />
    <SelectField
      label="Auth config"
      name={`config-${binding.slug}`}
      value={binding.configId}
      choices={[{ value: '', label: 'Default' }, ...binding.configs]}
      onChange={(id) => bind.config(binding.slug, id)}
    />
  </fieldset>
)
