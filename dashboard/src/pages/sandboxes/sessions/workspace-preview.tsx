import type { SandboxWorkspaceFile } from '@stoa/sdk'
import { Button } from '../../../components/actions/button.tsx'
import { CodeBlock } from '../../../components/code/code-block.tsx'
import { Dialog, DialogFoot } from '../../../components/dialog/dialog.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { formatFileSize } from '../../../components/text/format-number.ts'
import { actAs } from '../../../features/end-users/act-as.ts'
import { workspacePath } from '../../../features/sandboxes/sandbox-paths.ts'
import { useRead } from '../../../project.ts'

// As much as one looks at; the rest is for an editor.
const shownBytes = 256 * 1024

type PreviewProps = {
  sessionId: string
  file: SandboxWorkspaceFile
  onDownload(): void
  onClose(): void
}

/** A file as text, whatever it calls itself: nothing in it is ever run by the browser. */
export function WorkspacePreview({ sessionId, file, onDownload, onClose }: PreviewProps) {
  const { path, sizeBytes } = file
  const isShown = sizeBytes <= shownBytes
  const { data, error, refetch } = useRead(
    ['sandbox', 'file', sessionId, path, sizeBytes],
    async (api, signal) => {
      const params = { id: sessionId }
      const response = await actAs(api).download(workspacePath, { params, query: { path }, signal })
      return textIn(await response.arrayBuffer())
    },
    { isEnabled: isShown },
  )
  return (
    <Dialog title={path} width="wide" onClose={onClose}>
      {!isShown ? (
        <p className="muted">
          {formatFileSize(sizeBytes)} is too large to preview. Download the file to view it.
        </p>
      ) : data === undefined ? (
        error ? (
          <ErrorAlert error={error} retry={() => void refetch()} />
        ) : (
          <SkeletonLines count={6} />
        )
      ) : data === null ? (
        <p className="muted">This is not a text file. Download it to open it.</p>
      ) : (
        <CodeBlock snippets={[{ label: 'Text', text: data }]} />
      )}
      <DialogFoot>
        <Button onClick={onDownload}>Download</Button>
        <Button onClick={onClose} hasInitialFocus>
          Done
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

/** Null for bytes that are no text. */
function textIn(bytes: ArrayBuffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
