import { useEffect, useState } from 'react'
import { useForm } from '../../../components/form/use-form.ts'
import { useUnsavedWarning } from '../../../components/form/use-unsaved-warning.ts'
import { useMemoryState } from '../../../state/use-memory-state.ts'
import { draftOf, type Recorded, type StepsDraft } from './steps-draft.ts'

export type General = {
  name: string
  slug: string
  description: string
  toolkitSlug: string
  version: string
}

type Kept = { base: string; texts: General; draft: StepsDraft }

const generalOf = ({ name, slug, description, toolkitSlug, version }: General): General => ({
  name,
  slug,
  description,
  toolkitSlug,
  version,
})

/**
 * Edits of recorded steps. They survive leaving the page until they are saved or discarded; edits of what someone else has
 * changed meanwhile are dropped.
 */
export function useToolEdits(name: string, saved: General, recorded: Recorded) {
  const general = generalOf(saved)
  const base = JSON.stringify([general, recorded])
  const [stored, store] = useMemoryState<Kept | null>(`browser tool ${name}`, null)
  const [kept] = useState(stored?.base === base ? stored : null)
  const form = useForm<General>(kept?.texts ?? general)
  const [draft, setDraft] = useState(() => kept?.draft ?? draftOf(recorded))
  const [isEnded, setEnded] = useState(false)
  const texts = JSON.stringify(form.values)
  const isDirty =
    !isEnded &&
    (texts !== JSON.stringify(general) || JSON.stringify(draft) !== JSON.stringify(draftOf(recorded)))
  useUnsavedWarning(isDirty)
  useEffect(() => {
    store(() => (isDirty ? { base, texts: form.values, draft } : null))
  }, [texts, draft, isDirty])
  return {
    form,
    draft,
    setDraft,
    isDirty,
    /** They are saved: nothing is left to restore. */
    end: () => setEnded(true),
    discard(): void {
      form.set(general)
      setDraft(draftOf(recorded))
    },
  }
}
