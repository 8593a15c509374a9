import type { Workflow } from '@stoa/sdk'
import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { errorMessage } from '../../../components/feedback/error-alert.tsx'
import { Chip } from '../../../components/feedback/status.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { SelectField } from '../../../components/form/field.tsx'
import { Card } from '../../../components/layout/page.tsx'
import { accountsPath } from '../../../features/connections/connections-api.ts'
import { actAs, useApiAs } from '../../../features/end-users/act-as.ts'
import { addConnectionPath, clearConnectionPath } from '../../../features/workflows/workflows-api.ts'
import { useRead, useRefresh } from '../../../project.ts'
import './settings.css'

const accountLimit = 100

/** The accounts that the tools of a workflow use, one for each toolkit. */
export function Bindings({ workflow }: { workflow: Workflow }) {
  const api = useApiAs()
  const refresh = useRefresh()
  const change = (work: () => Promise<unknown>, done: string) => {
    work()
      .then(() => {
        toasts.success(done)
        return refresh(['workflows'])
      })
      .catch((error) => toasts.error(errorMessage(error)))
  }
  return (
    <Card title="Accounts">
      {workflow.toolkitConnections.length === 0 ? (
        <p className="muted">
          No accounts are bound. Tools then use the latest active account of the end user who runs the
          workflow.
        </p>
      ) : (
        <ul className="binding-list">
          {workflow.toolkitConnections.map(({ toolkitSlug, label, displayName, status }) => (
            <li key={toolkitSlug}>
              <span>
                <strong>{toolkitSlug}</strong> <span className="muted">{label ?? displayName}</span>
              </span>
              {status !== null && <Chip>{status.toLowerCase()}</Chip>}
              {workflow.isOwn && (
                <Button
                  variant="ghost"
                  onClick={() =>
                    change(
                      () =>
                        api.patch(clearConnectionPath, {
                          params: { id: workflow.id },
                          body: { toolkitSlug },
                        }),
                      'Account removed',
                    )
                  }
                >
                  Remove
                  <span className="visually-hidden"> {toolkitSlug}</span>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {workflow.isOwn && (
        <AddBinding
          onAdd={(connectionId) =>
            change(
              () => api.post(addConnectionPath, { body: { workflowId: workflow.id, connectionId } }),
              'Account bound',
            )
          }
        />
      )}
    </Card>
  )
}

function AddBinding({ onAdd }: { onAdd(connectionId: string): void }) {
  const [chosen, setChosen] = useState('')
  const { data } = useRead(['accounts', 'of workflows'], (api, signal) =>
    actAs(api).get(accountsPath, { query: { statuses: ['ACTIVE'], limit: accountLimit }, signal }),
  )
  return (
    <div className="binding-add">
      <SelectField
        label="Bind an account"
        name="account"
        value={chosen}
        onChange={setChosen}
        choices={[
          { value: '', label: data?.length === 0 ? 'No accounts connected' : 'Select' },
          ...(data ?? []).map(({ id, label, toolkit }) => ({
            value: id,
            label: `${toolkit.name}: ${label}`,
          })),
        ]}
      />
      <Button disabled={chosen === ''} onClick={() => onAdd(chosen)}>
        Bind
      </Button>
    </div>
  )
}
