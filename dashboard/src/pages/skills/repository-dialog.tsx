import { useState } from 'react'
import { Button } from '../../components/actions/button.tsx'
import { Dialog, DialogFoot } from '../../components/dialog/dialog.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../components/feedback/skeleton.tsx'
import { Pagination } from '../../components/list/pagination.tsx'
import { useRead } from '../../project.ts'
import { SkillResults } from './skill-results.tsx'
import { registryListPath } from './skills-api.ts'
import './skills.css'

type RepositoryDialogProps = { repo: string; gitRef?: string | undefined; onClose(): void }

/** What a repository has, to choose from: many have one folder for each skill. */
export const RepositoryDialog = ({ repo, gitRef, onClose }: RepositoryDialogProps) => (
  <Dialog title={`Skills of ${repo}`} width="wide" onClose={onClose}>
    <p className="muted">
      What is installed is pinned to its commit. Its text is trusted like the prompt of an agent: install only
      what you have read.
    </p>
    <RepositorySkills repo={repo} gitRef={gitRef} />
    <DialogFoot>
      <Button onClick={onClose} hasInitialFocus>
        Close
      </Button>
    </DialogFoot>
  </Dialog>
)

const pageSize = 10

function RepositorySkills({ repo, gitRef }: Pick<RepositoryDialogProps, 'repo' | 'gitRef'>) {
  const [page, setPage] = useState(1)
  const query = { repo, ...(gitRef ? { ref: gitRef } : {}), page, pageSize }
  const { data, error } = useRead(
    ['skills', 'repository', query],
    (api, signal) => api.page(registryListPath, { query, signal }),
    { keepsPrevious: true },
  )
  if (error) return <ErrorAlert error={error} />
  if (!data) return <SkeletonLines count={4} />
  if (data.total === 0) return <p className="muted">The repository has no SKILL.md.</p>
  return (
    <>
      <SkillResults label={`Skills of ${repo}`} skills={data.data} gitRef={gitRef} />
      {data.totalPages > 1 && <Pagination shown={data} onPage={setPage} />}
    </>
  )
}
