import type { DataOf } from '@stoa/sdk'
import { formatUsd } from '../../components/text/format-number.ts'

export type AiModel = DataOf<'/api/v1/ai/models', 'get'>[number]

/** Prices come per token; people compare them per million. */
export const perMillion = (perToken: string | undefined): string =>
  perToken === undefined ? '–' : formatUsd(Number(perToken) * 1_000_000)

const unitNames = { image: 'image', second: 'second', char: 'character', minute: 'minute' } as const

/** What one unit of a medium is reckoned at, where the catalogue knows it. */
export function perUnit({ reserveUsdPerUnit, mediaCapabilities }: AiModel): string {
  if (reserveUsdPerUnit === null) return '–'
  const { unit } = mediaCapabilities
  return `${formatUsd(reserveUsdPerUnit)}${unit ? ` / ${unitNames[unit]}` : ''}`
}

export const tokens = (count: number | null): string =>
  count === null
    ? '–'
    : count >= 1_000_000
      ? `${+(count / 1_000_000).toFixed(1)}M`
      : `${Math.round(count / 1000)}K`

const orders = {
  /** Those that can be called first. */
  availability: (model: AiModel) =>
    `${model.isAvailable ? 0 : 1} ${model.provider} ${model.name}`.toLowerCase(),
  name: (model: AiModel) => model.name.toLowerCase(),
  provider: (model: AiModel) => `${model.provider} ${model.name}`.toLowerCase(),
  context: (model: AiModel) => model.contextLength ?? -1,
  input: (model: AiModel) => Number(model.pricing.input ?? model.reserveUsdPerUnit ?? -1),
  output: (model: AiModel) => Number(model.pricing.output ?? -1),
} as const

export type ModelOrder = keyof typeof orders

export const isModelOrder = (name: string | undefined): name is ModelOrder =>
  name !== undefined && name in orders

/** The list comes whole, so it is ordered here; models without a figure come last either way. */
export function sorted(models: readonly AiModel[], by: ModelOrder, order: 'ASC' | 'DESC'): AiModel[] {
  const sign = order === 'ASC' ? 1 : -1
  return [...models].sort((a, b) => {
    const [one, other] = [orders[by](a), orders[by](b)]
    if (one === other) return 0
    if (one === -1) return 1
    if (other === -1) return -1
    return one < other ? -sign : sign
  })
}
