import type { SandboxWorkspaceFile } from '@stoa/sdk'
import { fileSize } from '../../../parts/amounts.ts'
import { Button } from '../../../parts/button.tsx'
import { Code } from '../../../parts/code.tsx'
import { Dialog, DialogFoot } from '../../../parts/dialog.tsx'
import { Failure } from '../../../parts/failure.tsx'
import { SkeletonLines } from '../../../parts/skeleton.tsx'
import { useRead } from '../../../project.tsx'
import { sandboxOf } from '../sandbox-api.ts'
import { workspacePath } from '../sandbox-paths.ts'

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
      const answer = await sandboxOf(api).download(workspacePath, { params, query: { path }, signal })
      return textIn(await answer.arrayBuffer())
    },
    { isEnabled: isShown },
  )
  return (
    <Dialog title={path} width="wide" onClose={onClose}>
      {!isShown ? (
        <p className="muted">{fileSize(sizeBytes)} is too large to preview. Download the file to view it.</p>
      ) : data === undefined ? (
        error ? (
          <Failure error={error} retry={() => void refetch()} />
        ) : (
          <SkeletonLines count={6} />
        )
      ) : data === null ? (
        <p className="muted">This is not a text file. Download it to open it.</p>
      ) : (
        <Code snippets={[{ label: 'Text', text: data }]} />
      )}
      <DialogFoot>
        <Button onClick={onDownload}>Download</Button>
        <Button onClick={onClose} isFirst>
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
