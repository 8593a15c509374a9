import { useState } from 'react'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { SearchBox } from '../../../components/list/filter-bar.tsx'
import type { Field } from '../../../features/tables/tables-api.ts'
import { type Candidate, useCandidates } from './use-candidates.ts'

type CandidateSearchProps = { field: Field; currentId: string | null; onChoose(candidate: Candidate): void }

/** Finds the row or file that a field is to refer to. */
export function CandidateSearch({ field, currentId, onChoose }: CandidateSearchProps) {
  const [q, setQ] = useState('')
  const { what, candidates, error } = useCandidates(field, q)
  return (
    <>
      <SearchBox label={`Search ${what}`} value={q} onChange={setQ} />
      {error !== null && <ErrorAlert error={error} />}
      <ul className="file-picker-list">
        {candidates?.map((candidate) => (
          <li key={candidate.id}>
            <button
              type="button"
              className="file-picker-item"
              aria-pressed={currentId === candidate.id}
              onClick={() => onChoose(candidate)}
            >
              <span className="truncate">{candidate.label}</span>
              <code className="muted small">…{candidate.id.slice(-8)}</code>
            </button>
          </li>
        ))}
      </ul>
      {candidates?.length === 0 && <p className="muted">No results.</p>}
    </>
  )
}
