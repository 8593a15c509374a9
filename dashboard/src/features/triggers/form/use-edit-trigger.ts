import type { Trigger, TriggerDetail } from '@stoa/sdk'
import { useEffect, useState } from 'react'
import { useForm } from '../../../components/form/use-form.ts'
import { useRefresh } from '../../../project.ts'
import { useApiAs } from '../../end-users/act-as.ts'
import { kindOf } from '../trigger-kind.tsx'
import { triggerPath } from '../triggers-api.ts'
import { configOf, draftAliases, draftOf } from './trigger-draft.ts'

const settingsOf = (trigger: Trigger) => JSON.stringify(draftOf(trigger))

/**
 * The form of a trigger that exists. What others save is taken over as long as nothing was typed; afterwards their
 * changes must not be overwritten, but one that left the settings as they were, such as disabling it, is none.
 */
export function useEditTrigger(trigger: Trigger, onSaved: (saved: TriggerDetail) => void) {
  const api = useApiAs()
  const refresh = useRefresh()
  const [before, setBefore] = useState(trigger)
  const kind = kindOf(before)
  const form = useForm(draftOf(before), draftAliases)
  const isChanged = JSON.stringify(form.values) !== settingsOf(before)
  const isSame = settingsOf(before) === settingsOf(trigger)
  const take = (next: Trigger) => {
    setBefore(next)
    form.set(draftOf(next))
  }
  useEffect(() => {
    if (!isChanged && !isSame) take(trigger)
  }, [trigger.revision])
  const save = form.submit(async (draft) => {
    const saved = await api.patch(triggerPath, {
      params: { triggerId: before.triggerId },
      // Fields that are not given stay: what was emptied is given as empty.
      body: { name: draft.name, triggerConfig: { ...emptied(before), ...configOf(kind, draft) } },
      ifMatch: isSame ? trigger.revision : before.revision,
    })
    take(saved)
    // A generated secret first: whatever else fails, it cannot be shown again.
    onSaved(saved)
    await refresh(['triggers'], ['workflows'])
  })
  return { form, kind, isChanged, save, discard: () => take(trigger) }
}

const emptied = ({ triggerConfig }: Trigger) =>
  Object.fromEntries(['input', 'filter'].filter((name) => name in triggerConfig).map((name) => [name, {}]))
