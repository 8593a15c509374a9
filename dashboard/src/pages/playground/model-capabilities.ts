import type { AiModel } from '../../features/models/prices.ts'

export const demoModel = 'local/demo'

/** What a model takes beside text, as far as the catalogue knows. */
export function capabilitiesOf(model: AiModel): string[] {
  const { supportedParameters, supportsReasoning, architecture } = model
  const inputs = new Set(architecture.inputModalities)
  return [
    ...(supportedParameters?.includes('tools') ? ['tools'] : []),
    ...(inputs.has('image') ? ['images'] : []),
    ...(inputs.has('pdf') || inputs.has('file') ? ['files'] : []),
    ...(inputs.has('audio') ? ['audio'] : []),
    ...(supportsReasoning ? ['reasoning'] : []),
  ]
}

const searchTerms = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean)

/** Every word must occur somewhere in the name, the id or what the model can do. */
export function matching(text: string): (model: AiModel) => boolean {
  const words = searchTerms(text)
  return (model) => {
    const about = `${model.name} ${model.modelId} ${capabilitiesOf(model).join(' ')}`.toLowerCase()
    return words.every((word) => about.includes(word))
  }
}
