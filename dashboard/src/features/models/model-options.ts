import type { AiModel } from './prices.ts'

type Listed = Pick<AiModel, 'modelId' | 'name' | 'isAvailable'>

// More than one reads; the text narrows it.
const most = 50

/** The models whose name or id has all words of the text, those that can be called first. */
export function modelOptions(models: readonly Listed[], text: string) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return models
    .filter(({ modelId, name }) => {
      const searched = `${modelId} ${name}`.toLowerCase()
      return words.every((word) => searched.includes(word))
    })
    .toSorted((a, b) => Number(b.isAvailable) - Number(a.isAvailable))
    .slice(0, most)
    .map(({ modelId, name }) => ({ label: modelId, value: modelId, about: name }))
}
