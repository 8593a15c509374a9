import type { Toolkit, ToolkitWatch } from '@stoa/sdk'
import { type ReactNode, useState } from 'react'
import { Button } from '../../components/actions/button.tsx'
import { CopyId } from '../../components/actions/copy-id.tsx'
import { errorMessage } from '../../components/feedback/error-alert.tsx'
import { Status } from '../../components/feedback/status.tsx'
import { toasts } from '../../components/feedback/toast-store.ts'
import { SelectField } from '../../components/form/field.tsx'
import { Card, DescriptionList } from '../../components/layout/page.tsx'
import { TimeAgo } from '../../components/text/time-ago.tsx'
import { toolkitPath } from '../../features/toolkits/toolkits-api.ts'
import { useProject, useRefresh } from '../../project.ts'
import { isOwnToolkit, useCanEdit } from './can-edit.ts'
import { RefreshToolkit } from './import/refresh-toolkit.tsx'
import { ResetToolkit } from './reset-toolkit.tsx'

type DriftCheck = ToolkitWatch['check']

const howOften: Record<DriftCheck, string> = {
  off: 'Never',
  hourly: 'Every hour',
  daily: 'Every day',
  weekly: 'Every week',
}
const choices = Object.entries(howOften).map(([value, label]) => ({ value, label }))

/** Where the description is published, which version is in use, and whether updates are checked for. */
export function ToolkitSource({ toolkit }: { toolkit: Toolkit }) {
  const [openDialog, setOpenDialog] = useState<'refresh' | 'reset' | null>(null)
  const canEdit = useCanEdit(toolkit)
  const { sourceUrl, watch, isRefreshed } = toolkit
  if (sourceUrl === null) return null
  const close = () => setOpenDialog(null)
  return (
    <Card
      title={toolkit.provider === 'MCP' ? 'MCP server' : 'API description'}
      actions={canEdit && <Button onClick={() => setOpenDialog('refresh')}>Refresh</Button>}
    >
      <DescriptionList
        facts={[
          ['URL', <CopyId key="address" id={sourceUrl} label="URL" />],
          ['Version in use', inUse(toolkit)],
          ...(watch ? ([['Last checked', <LastCheck key="looked" watch={watch} />]] as const) : []),
        ]}
      />
      {watch && canEdit && <DriftCheckField toolkit={toolkit} check={watch.check} />}
      {!watch && canEdit && (
        <p className="muted small">
          Refresh it to use the latest version in this project and to enable change checks.
        </p>
      )}
      {isRefreshed && canEdit && (
        <span>
          <Button onClick={() => setOpenDialog('reset')}>Reset to the built-in version</Button>
        </span>
      )}
      {openDialog === 'refresh' && <RefreshToolkit toolkit={toolkit} onClose={close} />}
      {openDialog === 'reset' && <ResetToolkit toolkit={toolkit} onClose={close} />}
    </Card>
  )
}

function inUse(toolkit: Toolkit): ReactNode {
  if (toolkit.isRefreshed) return `${toolkit.version}, imported for this project`
  return isOwnToolkit(toolkit) ? toolkit.version : 'built-in'
}

const LastCheck = ({ watch }: { watch: ToolkitWatch }) => (
  <span className="stack-small">
    {watch.checkedAt ? <TimeAgo at={watch.checkedAt} /> : <span className="muted">never</span>}
    {watch.fault && (
      <span className="toolkit-error">
        <Status kind="bad">{watch.fault}</Status>
      </span>
    )}
  </span>
)

/** Takes effect immediately: updates are shown, and only applied by a user. */
function DriftCheckField({ toolkit, check }: { toolkit: Toolkit; check: DriftCheck }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const [chosen, setChosen] = useState<DriftCheck | null>(null)
  const put = async (driftCheck: DriftCheck) => {
    setChosen(driftCheck)
    try {
      await api.patch(toolkitPath, { params: { id: toolkit.slug }, body: { driftCheck } })
      await refresh(['toolkit', toolkit.slug])
      toasts.success(
        driftCheck === 'off'
          ? `Change checks for ${toolkit.name} disabled`
          : `${toolkit.name} is checked ${howOften[driftCheck].toLowerCase()}`,
      )
    } catch (error) {
      toasts.error(errorMessage(error))
    } finally {
      setChosen(null)
    }
  }
  return (
    <SelectField
      label="Check for changes"
      name="driftCheck"
      hint="Changes are shown at the top of this page and sent to webhooks. Nothing is updated automatically."
      choices={choices}
      value={chosen ?? check}
      onChange={(value) => void put(value as DriftCheck)}
    />
  )
}
