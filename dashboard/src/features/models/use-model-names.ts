import { useRead } from '../../project.ts'

/** The chat models that can be named in a request. */
export const useChatModels = (isEnabled: boolean) =>
  useRead(
    ['models', 'picker'],
    (api, signal) => api.get('/api/v1/ai/models', { query: { kind: 'chat' }, signal }),
    { isEnabled },
  ).data

/** What chat models are called, for lists that have their ids alone. */
export function useModelNames(ids: readonly string[]): (id: string) => string | undefined {
  const models = useChatModels(ids.length > 0)
  const names = new Map(models?.map(({ modelId, name }) => [modelId, name]))
  return (id) => names.get(id)
}
