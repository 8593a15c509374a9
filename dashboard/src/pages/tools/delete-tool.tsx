import type { ToolDetail } from '@stoa/sdk'
import { useNavigate } from '@tanstack/react-router'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { toasts } from '../../components/feedback/toast-store.ts'
import { toolkitUrl } from '../../features/toolkits/toolkits-api.ts'
import { toolPath } from '../../features/tools/tools-api.ts'
import { useProject, useRefresh } from '../../project.ts'

export function DeleteTool({ tool, onClose }: { tool: ToolDetail; onClose(): void }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const navigate = useNavigate()
  return (
    <ConfirmDialog
      title={`Delete ${tool.name}?`}
      confirmLabel="Delete tool"
      onClose={onClose}
      onDone={() => void navigate({ to: toolkitUrl(tool.toolkitSlug) })}
      run={async () => {
        await api.delete(toolPath, { params: { id: tool.slug } })
        toasts.success(`${tool.name} deleted`)
        await refresh(['tools'], ['toolkits'])
      }}
    >
      <p>
        This deletes all of its {tool.availableVersions.length}{' '}
        {tool.availableVersions.length === 1 ? 'version' : 'versions'}. Past runs stay in the log. To pause
        it, disable it instead.
      </p>
    </ConfirmDialog>
  )
}
