import type { Skill } from '@stoa/sdk'
import { useNavigate, useParams } from '@tanstack/react-router'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Trash2 from 'lucide-react/icons/trash-2'
import { CopyId } from '../../components/actions/copy-id.tsx'
import { DialogButton } from '../../components/actions/dialog-button.tsx'
import { UndoSwitch } from '../../components/form/undo-switch.tsx'
import { DetailPage } from '../../components/layout/detail-page.tsx'
import { Card, DescriptionList } from '../../components/layout/page.tsx'
import { Markdown } from '../../components/markdown/markdown.tsx'
import { capitalize } from '../../components/text/capitalize.ts'
import { TimeAgo } from '../../components/text/time-ago.tsx'
import { useProject, useRead, useRefresh } from '../../project.ts'
import { AddButton } from './catalogue-page.tsx'
import { DeleteSkill, EditSkill } from './edit-skill.tsx'
import { skillRoutes } from './routes.ts'
import { SkillFiles } from './skill-files.tsx'
import { SkillVersions } from './skill-versions.tsx'
import { skillPath, syncPath, updatePath, versionsPath } from './skills-api.ts'
import { SkillState, sourceLabels } from './skills-page.tsx'
import { SurfaceView } from './surface-view.tsx'
import { SyncDialog } from './sync-dialog.tsx'
import './skills.css'

export function SkillPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const params = { id }
  const query = useRead(['skills', 'one', id], (api, signal) =>
    api.get(skillPath, { params, query: { include: 'files' }, signal }),
  )
  return (
    <DetailPage
      query={query}
      kind="Skill"
      back={{ to: skillRoutes.library, label: 'Skills' }}
      head={(skill) => ({
        title: skill.name,
        badge: skill.isInstalled && <SkillState skill={skill} />,
        about: skill.description,
        actions: <SkillActions skill={skill} />,
        calls: [
          { title: 'Retrieve', call: { method: 'GET', path: skillPath, params } },
          {
            title: 'Update',
            call: { method: 'PATCH', path: updatePath, params, body: { activeStatus: false } },
          },
          { title: 'Versions', call: { method: 'GET', path: versionsPath, params } },
          { title: 'Sync', call: { method: 'POST', path: syncPath, params } },
        ],
      })}
    >
      {(skill) => (
        <div className="page-sides">
          <div className="stack">
            <Card title="Instructions">
              <Markdown text={skill.instructions} />
            </Card>
            <SkillFiles files={skill.files ?? []} />
          </div>
          <div className="stack">
            <SkillFacts skill={skill} />
            <Card title="Found in its files">
              <SurfaceView surface={skill.surface} />
            </Card>
            {skill.isInstalled && <SkillVersions skill={skill} />}
          </div>
        </div>
      )}
    </DetailPage>
  )
}

const SkillFacts = ({ skill }: { skill: Skill }) => (
  <Card title="Skill">
    <DescriptionList
      facts={[
        ['Version', skill.version],
        ['Source', sourceLabels[skill.source]],
        ...(skill.registryMeta.repo
          ? [['Repository', <code key="repo">{skill.registryMeta.repo}</code>] as const]
          : []),
        ...(skill.registryMeta.commitSha
          ? [
              [
                'Commit',
                <CopyId key="commit" id={skill.registryMeta.commitSha} label="commit" isShort />,
              ] as const,
            ]
          : []),
        ['Category', skill.category ? capitalize(skill.category) : 'none'],
        ['License', skill.license ?? 'none'],
        ['Updated', <TimeAgo key="updated" at={skill.updatedAt} />],
        ['ID', <CopyId key="id" id={skill.id} />],
      ]}
    />
  </Card>
)

/** Own skills are edited and deleted; installed ones are synced and removed. */
function SkillActions({ skill }: { skill: Skill }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const navigate = useNavigate()
  const isOwn = skill.source === 'custom' && skill.isCreator
  if (!skill.isInstalled) return <AddButton skill={skill} />
  return (
    <>
      <UndoSwitch
        name={skill.name}
        isOn={skill.activeStatus}
        put={async (activeStatus) => {
          await api.patch(updatePath, { params: { id: skill.id }, body: { activeStatus } })
          await refresh(['skills'])
        }}
      />
      {isOwn ? (
        <>
          <DialogButton label="Edit" dialog={(close) => <EditSkill skill={skill} onClose={close} />} />
          <DialogButton
            label="Delete"
            variant="danger-outline"
            icon={<Trash2 size={14} aria-hidden />}
            dialog={(close) => (
              <DeleteSkill
                skill={skill}
                onClose={close}
                onDeleted={() => void navigate({ to: skillRoutes.library })}
              />
            )}
          />
        </>
      ) : (
        <>
          <DialogButton
            label="Check for updates"
            icon={<RefreshCw size={14} aria-hidden />}
            dialog={(close) => <SyncDialog skill={skill} onClose={close} />}
          />
          <AddButton skill={skill} />
        </>
      )}
    </>
  )
}
