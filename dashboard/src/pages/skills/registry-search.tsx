import type { RegistrySkill } from '@stoa/sdk'
import { useNavigate } from '@tanstack/react-router'
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { Button } from '../../components/actions/button.tsx'
import { ErrorAlert, errorMessage } from '../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../components/feedback/skeleton.tsx'
import { toasts } from '../../components/feedback/toast-store.ts'
import { Card } from '../../components/layout/page.tsx'
import { SearchBox } from '../../components/list/filter-bar.tsx'
import { useProject, useRead, useRefresh } from '../../project.ts'
import { installPath, registrySearchPath, skillUrl } from './skills-api.ts'

/** Skills of the registries that the operator has listed, and of GitHub where there is a network. */
export function RegistrySearch() {
  const [q, setQ] = useState('')
  const { data, error } = useRead(
    ['skills', 'registry', q],
    (api, signal) => api.get(registrySearchPath, { query: { q }, signal }),
    { keepsPrevious: true, isEnabled: q !== '' },
  )
  return (
    <Card title="Registries">
      <SearchBox label="Search the registries" value={q} onChange={setQ} />
      {q === '' ? (
        <p className="muted">What is installed is pinned to its commit; updates wait for your approval.</p>
      ) : error ? (
        <ErrorAlert error={error} />
      ) : !data ? (
        <SkeletonLines count={2} />
      ) : data.length === 0 ? (
        <p className="muted" role="status">
          No results.
        </p>
      ) : (
        <ul className="registry-results" aria-label="Skills of registries">
          {data.map((skill) => (
            <li key={`${skill.repo}/${skill.skillPath}`}>
              <span className="skill-name">
                <span className="truncate">{skill.name}</span>
                <span className="muted small truncate">{skill.description}</span>
              </span>
              <Install skill={skill} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Install({ skill: { kind, repo, skillPath, name, isInstalled } }: { skill: RegistrySkill }) {
  const { api } = useProject()
  const navigate = useNavigate()
  const refresh = useRefresh()
  const [isBusy, setBusy] = useState(false)
  const install = async () => {
    setBusy(true)
    try {
      const { id } = await api.post(installPath, {
        body: { repo, ...(kind === 'skill' ? { skillPath } : {}) },
      })
      toasts.success(`${name} installed`)
      await refresh(['skills'])
      await navigate({ to: skillUrl(id) })
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
