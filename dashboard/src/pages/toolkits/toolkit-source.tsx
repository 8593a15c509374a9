import type { Toolkit, ToolkitWatch } from '@stoa/sdk'
import { type ReactNode, useState } from 'react'
import { Button } from '../../components/actions/button.tsx'
import { CopyId } from '../../components/actions/copy-id.tsx'
import { messageOf } from '../../components/feedback/error-alert.tsx'
import { Status } from '../../components/feedback/status.tsx'
import { toasts } from '../../components/feedback/toast-store.ts'
import { SelectField } from '../../components/form/field.tsx'
import { Card, Facts } from '../../components/layout/page.tsx'
import { Ago } from '../../components/text/time-ago.tsx'
import { toolkitPath } from '../../features/toolkits/toolkits-api.ts'
import { useProject, useRefresh } from '../../project.ts'
import { isOwnToolkit, useMayChange } from './can-edit.ts'
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

/** Where the description is published, which one is in use, and whether somebody looks for a newer one. */
export function ToolkitSource({ toolkit }: { toolkit: Toolkit }) {
  const [asked, setAsked] = useState<'refresh' | 'reset' | null>(null)
  const mayChange = useMayChange(toolkit)
  const { sourceUrl, watch, isRefreshed } = toolkit
  if (sourceUrl === null) return null
  const close = () => setAsked(null)
  return (
    <Card
      title="API description"
      actions={mayChange && <Button onClick={() => setAsked('refresh')}>Refresh</Button>}
    >
      <Facts
        facts={[
          ['URL', <CopyId key="address" id={sourceUrl} label="URL" />],
          ['Version in use', inUse(toolkit)],
          ...(watch ? ([['Last checked', <LastLook key="looked" watch={watch} />]] as const) : []),
        ]}
      />
      {watch && mayChange && <DriftCheckField toolkit={toolkit} check={watch.check} />}
      {!watch && mayChange && (
        <p className="muted small">
          Refresh it to use the latest version in this project and to enable change checks.
        </p>
      )}
      {isRefreshed && mayChange && (
        <span>
          <Button onClick={() => setAsked('reset')}>Reset to the built-in version</Button>
        </span>
      )}
      {asked === 'refresh' && <RefreshToolkit toolkit={toolkit} onClose={close} />}
      {asked === 'reset' && <ResetToolkit toolkit={toolkit} onClose={close} />}
    </Card>
  )
}

function inUse(toolkit: Toolkit): ReactNode {
  if (toolkit.isRefreshed) return `${toolkit.version}, imported for this project`
  return isOwnToolkit(toolkit) ? toolkit.version : 'built-in'
}

const LastLook = ({ watch }: { watch: ToolkitWatch }) => (
  <span className="stack-small">
    {watch.checkedAt ? <Ago at={watch.checkedAt} /> : <span className="muted">never</span>}
    {watch.fault && (
      <span className="toolkit-fault">
        <Status kind="bad">{watch.fault}</Status>
      </span>
    )}
  </span>
)

/** Takes effect at once: what is found is told, and taken over by nobody but a person. */
function DriftCheckField({ toolkit, check }: { toolkit: Toolkit; check: DriftCheck }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const [chosen, setChosen] = useState<DriftCheck | null>(null)
  const put = async (driftCheck: DriftCheck) => {
    setChosen(driftCheck)
    try {
      await api.patch(toolkitPath, { params: { id: toolkit.slug }, body: { driftCheck } })
      await refresh(['toolkit', toolkit.slug])
      toasts.tell(
        driftCheck === 'off'
          ? `Change checks for ${toolkit.name} disabled`
          : `${toolkit.name} is checked ${howOften[driftCheck].toLowerCase()}`,
      )
    } catch (error) {
      toasts.warn(messageOf(error))
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
