import type { TableDocument } from '@stoa/sdk'

export type Change = { documentId: string | null; document: TableDocument | null }

type Batch = {
  /** Rows that changed in place, the latest of each. */
  updated: ReadonlyMap<string, TableDocument>
  /** Some rows are new or gone: what is shown has to be read again. */
  isReadAgain: boolean
  /** The rows that are marked as changed for a moment. */
  marked: ReadonlySet<string>
}

type BatchOptions = {
  everyMs: number
  markMs: number
  now(): number
  apply(batch: Batch): void
}

// More than a screen shows. An import changes hundreds of rows at a time.
const maxMarked = 500

/**
 * Changes that come in a crowd are applied together: one by one, those of an import would leave the page no time for
 * anything else.
 */
export function createChangeBatch({ everyMs, markMs, now, apply }: BatchOptions) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let updated = new Map<string, TableDocument>()
  let isReadAgain = false
  const marks = new Map<string, number>()
  // The same object while they are the same rows: nothing has to be drawn then.
  let marked: ReadonlySet<string> = new Set()

  const flush = () => {
    timer = undefined
    const at = now()
    for (const [id, until] of marks) if (until <= at) marks.delete(id)
    const isSame = marked.size === marks.size && [...marks.keys()].every((id) => marked.has(id))
    if (!isSame) marked = new Set(marks.keys())
    apply({ updated, isReadAgain, marked })
    updated = new Map()
    isReadAgain = false
    // The last marks are removed, too.
    if (marks.size > 0) schedule()
  }
  const schedule = () => {
    timer ??= setTimeout(flush, everyMs)
  }
  return {
    add({ documentId, document }: Change) {
      if (document) updated.set(document.id, document)
      else isReadAgain = true
      if (documentId !== null && (marks.size < maxMarked || marks.has(documentId)))
        marks.set(documentId, now() + markMs)
      schedule()
    },
    stop: () => clearTimeout(timer),
  }
}
