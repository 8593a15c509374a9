import type { Skill, SkillVersion } from '@stoa/sdk'
import { useState } from 'react'
import { Button } from '../../components/actions/button.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../components/feedback/skeleton.tsx'
import { Chip } from '../../components/feedback/status.tsx'
import { toasts } from '../../components/feedback/toast-store.ts'
import { Card } from '../../components/layout/page.tsx'
import { TimeAgo } from '../../components/text/time-ago.tsx'
import { useProject, useRead, useRefresh } from '../../project.ts'
import { rollbackPath, versionsPath } from './skills-api.ts'

/** Versions never change; agents use the active one. */
export function SkillVersions({ skill }: { skill: Skill }) {
  const { data, error } = useRead(['skills', 'versions', skill.id, skill.revision], (api, signal) =>
    api.get(versionsPath, { params: { id: skill.id }, query: { limit: 20 }, signal }),
  )
  return (
    <Card title="Versions">
      {!data ? (
        error ? (
          <ErrorAlert error={error} />
        ) : (
          <SkeletonLines count={3} />
        )
      ) : (
        <ul className="stack">
          {data.map((version) => (
            <VersionRow key={version.version} skill={skill} version={version} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function VersionRow({ skill, version }: { skill: Skill; version: SkillVersion }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const [isOpen, setOpen] = useState(false)
  return (
    <li className="row">
      <span className="number">{version.version}</span>
      {version.isActive && <Chip>active</Chip>}
      {!version.isApproved && <Chip>waits for approval</Chip>}
      <span className="muted small">
        <TimeAgo at={version.createdAt} />
      </span>
      {!version.isActive && version.isApproved && <Button onClick={() => setOpen(true)}>Roll back</Button>}
      {isOpen && (
        <ConfirmDialog
          title={`Use version ${version.version}?`}
          confirmLabel="Roll back"
          variant="primary"
          onClose={() => setOpen(false)}
          run={async () => {
            await api.post(rollbackPath, { params: { id: skill.id }, body: { version: version.version } })
            toasts.success(`Version ${version.version} is active`)
            await refresh(['skills'])
          }}
        >
          <p>Agents use it from now on. Version {skill.version} stays and can be activated again.</p>
        </ConfirmDialog>
      )}
    </li>
  )
}
