import { useEffect, useState } from 'react'
import { type Draft, emptyDraft, withId } from '../request/draft.ts'
import { idsToFill } from '../request/ids.ts'
import { firstId } from '../request/send.ts'
import type { Operation } from '../spec/operation.ts'
import type { Spec } from '../spec/spec.ts'
import type { Caller } from './use-caller.ts'

/** What was typed for each operation, until the page is left. */
export type Drafts = Map<string, Draft>

/** The draft of an operation. Ids that it needs are filled in with those of real objects, once there are credentials. */
export function useDraft(drafts: Drafts, spec: Spec, operation: Operation, { isKnown, credentials }: Caller) {
  const [draft, setDraft] = useState(() => drafts.get(operation.id) ?? emptyDraft(operation))
  useEffect(() => {
    drafts.set(operation.id, draft)
  }, [drafts, operation.id, draft])
  useEffect(() => {
    if (!isKnown) return
    let isCurrent = true
    const fill = async () => {
      for (const target of idsToFill(spec, operation)) {
        const id = await firstId(target.list, credentials)
        if (!isCurrent) return
        if (id !== null) setDraft((before) => withId(before, target, id))
      }
    }
    void fill()
    return () => {
      isCurrent = false
    }
    // A key that is still being typed must not look them up at every letter.
  }, [isKnown, spec, operation])
  return [draft, setDraft] as const
}
