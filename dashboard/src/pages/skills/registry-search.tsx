import { useState } from 'react'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../components/feedback/skeleton.tsx'
import { Card } from '../../components/layout/page.tsx'
import { SearchBox } from '../../components/list/filter-bar.tsx'
import { useRead } from '../../project.ts'
import { RepositoryDialog } from './repository-dialog.tsx'
import { SkillResults } from './skill-results.tsx'
import { registrySearchPath } from './skills-api.ts'

/** Skills of the registries that the operator has listed, and of GitHub where there is a network. */
export function RegistrySearch() {
  const [q, setQ] = useState('')
  const [repo, setRepo] = useState<string | null>(null)
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
        <SkillResults label="Skills of registries" skills={data} onChoose={setRepo} />
      )}
      {repo !== null && <RepositoryDialog repo={repo} onClose={() => setRepo(null)} />}
    </Card>
  )
}
