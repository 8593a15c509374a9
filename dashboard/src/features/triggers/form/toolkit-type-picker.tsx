import type { TriggerType } from '@stoa/sdk'
import { useState } from 'react'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { SearchBox } from '../../../components/list/filter-bar.tsx'
import { useRead } from '../../../project.ts'
import { ServiceLogo } from '../../toolkits/logos/service-logo.tsx'
import { useToolkitNames } from '../../toolkits/use-toolkit-names.ts'
import { triggerTypesPath } from '../triggers-api.ts'
import '../../connections/auth-configs/toolkit-picker.css'

const few = 12

/** One event of a toolkit, searched for among all of them. */
export function ToolkitTypePicker({ onChoose }: { onChoose(type: TriggerType): void }) {
  const [q, setQ] = useState('')
  const { data: types, error } = useRead(
    ['trigger-types', q],
    (api, signal) =>
      api.get(triggerTypesPath, { query: { q: q || undefined, source: 'toolkit', limit: few }, signal }),
    { keepsPrevious: true },
  )
  const toolkitName = useToolkitNames(types?.flatMap(({ toolkitSlug }) => toolkitSlug ?? []) ?? [])
  return (
    <>
      <SearchBox label="Search events of toolkits" value={q} onChange={setQ} />
      {error && <ErrorAlert error={error} />}
      {!types ? (
        <SkeletonLines count={4} />
      ) : types.length === 0 ? (
        <p className="muted" role="status">
          {q === '' ? 'No installed toolkit has events.' : 'No results.'}
        </p>
      ) : (
        <ul className="toolkit-picker" aria-label="Events of toolkits">
          {types.map((type) => (
            <li key={type.slug}>
              <button type="button" onClick={() => onChoose(type)}>
                <ServiceLogo
                  slug={type.toolkitSlug ?? type.slug}
                  name={type.toolkitSlug ?? type.name}
                  size="small"
                />
                <span>
                  <span>
                    {toolkitName(type.toolkitSlug ?? '') ?? type.toolkitSlug}: {type.name}
                  </span>
                  <span className="muted small truncate">{type.description}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
