import type { QueryOf } from '@stoa/sdk'
import Download from 'lucide-react/icons/download'
import { Button } from '../../components/actions/button.tsx'
import { Menu, MenuItem } from '../../components/actions/menu.tsx'
import { useDownload } from '../../components/actions/use-download.ts'
import { useProject } from '../../project.ts'

type AuditQuery = NonNullable<QueryOf<'/api/v1/audit-log', 'get'>>

const formats = [
  ['csv', 'Export as CSV'],
  ['jsonl', 'Export as JSONL'],
] as const

/** Everything that matches the filters, not only the page that is shown. */
export function ExportMenu({ query }: { query: AuditQuery }) {
  const { api } = useProject()
  const { isBusy, download } = useDownload()
  return (
    <Menu
      trigger={
        <Button icon={<Download size={14} aria-hidden />} isBusy={isBusy}>
          Export
        </Button>
      }
    >
      {formats.map(([format, label]) => (
        <MenuItem
          key={format}
          icon={<Download size={15} aria-hidden />}
          onSelect={() =>
            void download(
              () => api.raw('GET', '/api/v1/audit-log', { query: { ...query, format } }),
              `audit-log.${format}`,
            )
          }
        >
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
}
