import { useEffect } from 'react'
import { actAs } from '../../../features/end-users/act-as.ts'
import { callPath } from '../../../features/model-calls/call-paths.ts'
import { useFilters } from '../../../filters.ts'
import { useRead } from '../../../project.ts'
import { importCall } from './import-call.ts'
import type { Chat } from './use-chat.ts'

/** Puts a call, or a model, from the URL into the playground, once. Returns why it could not. */
export function useImportedCall({ replaceConversation: take, changeDraft }: Chat): unknown {
  const { filters, set } = useFilters()
  const { call: id, model } = filters
  const { data, error } = useRead(
    ['llm', 'call', id],
    (api, signal) => actAs(api).get(callPath, { params: { id: id! }, signal }),
    { isEnabled: id !== undefined },
  )
  // Only what is named starts it: the draft changes with every letter.
  useEffect(() => {
    if (id === undefined || data?.id !== id) return
    take(importCall(data))
    set({ call: undefined })
  }, [id, data])
  useEffect(() => {
    if (model === undefined) return
    changeDraft(({ models }) => ({ models: { ...models, a: model } }))
    set({ model: undefined }, { replace: true })
  }, [model])
  return id === undefined ? null : error
}
