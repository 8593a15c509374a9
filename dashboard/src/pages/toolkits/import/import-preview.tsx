import type { ToolkitImport } from '@stoa/sdk'
import type { ReactNode } from 'react'
import { Chips, Status } from '../../../components/feedback/status.tsx'
import { DescriptionList } from '../../../components/layout/page.tsx'
import { pluralize } from '../../../components/text/pluralize.ts'
import { schemeName } from '../../../features/toolkits/toolkit-labels.ts'
import { ChangeList } from './change-list.tsx'
import { summarizeChanges } from './summarize-changes.ts'
import './import-preview.css'

// A description of a whole cloud has thousands of operations.
const shownTools = 200

type ImportPreviewProps = {
  outcome: ToolkitImport
  /** What more there is to say about it. */
  facts?: readonly (readonly [string, ReactNode])[]
}

/** What would come of a description: where calls go, how they are let in, and every tool by name or what becomes of it. */
export const ImportPreview = ({ outcome, facts = [] }: ImportPreviewProps) => (
  <div className="stack" role="status">
    <Status kind={outcome.isChanged ? 'good' : 'off'}>
      {outcome.isChanged ? `${pluralize(outcome.toolCount, 'tool')} found` : 'No changes'}
    </Status>
    <DescriptionList
      facts={[
        ['Version', outcome.version],
        [
          'Base URL',
          outcome.baseUrl ? <code key="base">{outcome.baseUrl}</code> : 'none: please provide one',
        ],
        ['Credentials', <Chips key="s" items={outcome.authSchemes.map(schemeName)} none="none required" />],
        ['Hosts', <Chips key="hosts" items={outcome.allowedHosts} none="none" />],
        ...(outcome.changes ? [['Changes', summarizeChanges(outcome.changes)] as const] : []),
        ...facts,
      ]}
    />
    {outcome.changes ? <ChangeList changes={outcome.changes} /> : <ToolList outcome={outcome} />}
  </div>
)

const ToolList = ({ outcome }: { outcome: ToolkitImport }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled with the arrow keys.
  <section className="import-tools" aria-label="Imported tools" tabIndex={0}>
    <ul>
      {outcome.tools.slice(0, shownTools).map(({ slug, name, description }) => (
        <li key={slug}>
          <span className="mono small">{slug}</span>
          <span className="muted small truncate">{description || name}</span>
        </li>
      ))}
    </ul>
    {outcome.tools.length > shownTools && (
      <p className="muted small">and {outcome.tools.length - shownTools} more</p>
    )}
  </section>
)
