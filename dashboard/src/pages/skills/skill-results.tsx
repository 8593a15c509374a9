import type { RegistrySkill } from '@stoa/sdk'
import { useNavigate } from '@tanstack/react-router'
import Download from 'lucide-react/icons/download'
import List from 'lucide-react/icons/list'
import { useState } from 'react'
import { Button } from '../../components/actions/button.tsx'
import { errorMessage } from '../../components/feedback/error-alert.tsx'
import { toasts } from '../../components/feedback/toast-store.ts'
import { useProject, useRefresh } from '../../project.ts'
import { installPath, skillUrl } from './skills-api.ts'

type SkillResultsProps = {
  label: string
  skills: readonly RegistrySkill[]
  /** The branch, tag or commit that they are installed from. */
  gitRef?: string | undefined
  onChoose?(repo: string): void
}

/** Skills of registries, each with its way into the library; a repository is opened to choose from. */
export const SkillResults = ({ label, skills, gitRef, onChoose }: SkillResultsProps) => (
  <ul className="registry-results" aria-label={label}>
    {skills.map((skill) => (
      <li key={`${skill.repo}/${skill.skillPath}`}>
        <span className="skill-name">
          <span className="truncate">{skill.name}</span>
          <span className="muted small truncate">{skill.description}</span>
        </span>
        {skill.kind === 'repository' ? (
          <Button icon={<List size={14} aria-hidden />} onClick={() => onChoose?.(skill.repo)}>
            Show skills
            <span className="visually-hidden"> of {skill.repo}</span>
          </Button>
        ) : (
          <Install skill={skill} gitRef={gitRef} />
        )}
      </li>
    ))}
  </ul>
)

type InstallProps = { skill: RegistrySkill; gitRef: string | undefined }

function Install({ skill: { repo, skillPath, id, name, isInstalled }, gitRef }: InstallProps) {
  const { api } = useProject()
  const navigate = useNavigate()
  const refresh = useRefresh()
  const [isBusy, setBusy] = useState(false)
  const install = async () => {
    setBusy(true)
    // The skill of the top folder has no path.
    const choice = skillPath === '' ? { skillId: id ?? name } : { skillPath }
    try {
      const installed = await api.post(installPath, {
        body: { repo, ...choice, ...(gitRef ? { ref: gitRef } : {}) },
      })
      toasts.success(`${name} installed`)
      await refresh(['skills'])
      await navigate({ to: skillUrl(installed.id) })
    } catch (error) {
      toasts.error(errorMessage(error))
      setBusy(false)
    }
  }
  if (isInstalled) return <span className="muted">Installed</span>
  return (
    <Button icon={<Download size={14} aria-hidden />} isBusy={isBusy} onClick={() => void install()}>
      Install
      <span className="visually-hidden"> {name}</span>
    </Button>
  )
}
