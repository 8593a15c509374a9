import type { TableDocument } from '@stoa/sdk'
import { useState } from 'react'
import { errorMessage } from '../../../components/feedback/error-alert.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { useApiAs } from '../../../features/end-users/act-as.ts'
import { documentPath } from '../../../features/tables/tables-api.ts'
import { useReplaceDocuments } from './use-documents.ts'

type Edit = { documentId: string; field: string; before: unknown; version: number }

// As many edits as can be undone.
const undoLimit = 50

/** Saves single cells on top of the version that was shown, and takes the last ones back. */
export function useCellSaving(tableId: string) {
  const api = useApiAs()
  const replaceDocuments = useReplaceDocuments(tableId)
  const [edits, setEdits] = useState<readonly Edit[]>([])

  async function patch(documentId: string, version: number, body: Record<string, unknown>) {
    const written = await api.patch(documentPath, {
      params: { collectionId: tableId, documentId },
      body,
      ifMatch: version,
    })
    if ('proposal' in written) {
      toasts.success('Change submitted for approval')
      return null
    }
    const document = written as TableDocument
    replaceDocuments(new Map([[document.id, document]]))
    return written as TableDocument
  }

  return {
    async save(row: TableDocument, field: string, value: unknown): Promise<void> {
      const written = await patch(row.id, row.version, { [field]: value })
      if (!written) return
      const edit = { documentId: row.id, field, before: row[field] ?? null, version: written.version }
      setEdits((before) => [...before.slice(1 - undoLimit), edit])
    },
    last: edits.at(-1),
    undo(): void {
      const edit = edits.at(-1)
      if (!edit) return
      setEdits(edits.slice(0, -1))
      patch(edit.documentId, edit.version, { [edit.field]: edit.before }).then(
        (written) => {
          // An earlier edit of the same row was made on a version that this one replaces.
          if (written)
            setEdits((before) =>
              before.map((each) =>
                each.documentId === edit.documentId ? { ...each, version: written.version } : each,
              ),
            )
        },
        (error) => toasts.error(`Undo failed: ${errorMessage(error)}`),
      )
    },
  }
}
