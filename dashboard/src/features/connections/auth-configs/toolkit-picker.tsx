import { useState } from 'react'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { SearchBox } from '../../../components/list/filter-bar.tsx'
import { useRead } from '../../../project.ts'
import { ServiceLogo } from '../../toolkits/logos/service-logo.tsx'
import { toolkitsPath } from '../../toolkits/toolkits-api.ts'
import './toolkit-picker.css'

const few = 8

/** One toolkit out of many, of those for which something can be set up. */
export function ToolkitPicker({ onChoose }: { onChoose(slug: string): void }) {
  const [q, setQ] = useState('')
  const { data, error } = useRead(
    ['toolkits', 'picker', q],
    (api, signal) =>
      api.get(toolkitsPath, { query: { q: q || undefined, authConfigCreatable: true, limit: few }, signal }),
    { keepsPrevious: true },
  )
  return (
    <>
      <SearchBox label="Search services" value={q} onChange={setQ} />
      {error && <ErrorAlert error={error} />}
      {!data ? (
        <SkeletonLines count={4} />
      ) : data.length === 0 ? (
        <p className="muted">No results.</p>
      ) : (
        <ul className="toolkit-picker" aria-label="Toolkits">
          {data.map(({ slug, name, description }) => (
            <li key={slug}>
              <button type="button" onClick={() => onChoose(slug)}>
                <ServiceLogo slug={slug} name={name} size="small" />
                <span>
                  <span>{name}</span>
                  <span className="muted small truncate">{description}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
