import { useEffect } from 'react'
import { useFilters } from '../../filters.ts'
import { useRead } from '../../project.tsx'
import { callPath } from '../models/calls/call-paths.ts'
import { callsOf } from '../models/calls/calls-api.ts'
import { playgroundOf } from './taken-call.ts'
import type { Chat } from './use-chat.ts'

/** Puts a call, or a model, that the address names into the playground, once. Returns why it could not. */
export function useTaken({ take, changeDraft }: Chat): unknown {
  const { filters, set } = useFilters()
  const { call: id, model } = filters
  const { data, error } = useRead(
    ['llm', 'call', id],
    (api, signal) => callsOf(api).get(callPath, { params: { id: id! }, signal }),
    { isEnabled: id !== undefined },
  )
  // Only what is named starts it: the draft changes with every letter.
  useEffect(() => {
    if (id === undefined || data?.id !== id) return
    take(playgroundOf(data))
    set({ call: undefined })
  }, [id, data])
  useEffect(() => {
    if (model === undefined) return
    changeDraft(({ models }) => ({ models: { ...models, a: model } }))
    set({ model: undefined })
  }, [model])
  return id === undefined ? null : error
}
