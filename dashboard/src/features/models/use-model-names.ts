import { useRead } from '../../project.ts'

/** The chat models that can be named in a request. */
export const useChatModels = (isEnabled: boolean) =>
  useRead(
    ['models', 'picker'],
    (api, signal) => api.get('/api/v1/ai/models', { query: { kind: 'chat' }, signal }),
    { isEnabled },
  ).data

// Pages of lists name few different models; of more, the rest is shown by ID.
const maxIds = 10

/** What chat models are called, for lists that have their ids alone: a catalogue may have hundreds, of which they need a few. */
export function useModelNames(ids: readonly string[]): (id: string) => string | undefined {
  const requested = [...new Set(ids)].sort().slice(0, maxIds)
  const { data } = useRead(
    ['models', 'names', requested],
    async (api, signal) => {
      const found = await Promise.all(
        requested.map((q) => api.get('/api/v1/ai/models', { query: { kind: 'chat', q }, signal })),
      )
      return found.flat().map(({ modelId, name }) => ({ modelId, name }))
    },
    { isEnabled: requested.length > 0, keepsPrevious: true },
  )
  return (id) => data?.find(({ modelId }) => modelId === id)?.name
}
