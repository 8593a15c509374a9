import type { ProviderName } from '../../../toolkits/index.ts'

// Of the toolkits that come with the product, those that call URLs.
const outward = new Set(['http', 'webhook'])

export type Reach = {
  provider: ProviderName
  toolkitSlug: string
  noAuth: boolean
  isScript: boolean
  allowedHosts: readonly string[]
}

/** Whether it has to do with more than this installation; what is not known to stay in does. */
export function reachesOut({ provider, toolkitSlug, noAuth, isScript, allowedHosts }: Reach): boolean {
  if (provider === 'PLATFORM') return outward.has(toolkitSlug)
  return !isScript || !noAuth || allowedHosts.length > 0
}

/** Whether the caller chooses the URL that it calls. */
export const isOpenWorld = (provider: ProviderName, toolkitSlug: string): boolean =>
  provider === 'PLATFORM' && outward.has(toolkitSlug)

/** Whether it runs in an interpreter that has neither network nor credentials, and so has no effects outside of it. */
export const isSealed = (reach: Reach): boolean =>
  reach.provider === 'PLATFORM' ? reach.toolkitSlug === 'sandbox' : reach.isScript && !reachesOut(reach)

/** What a model is given to read about a tool. */
export const withInstructions = ({
  description,
  instructions,
}: {
  description: string
  instructions: string
}): string => (instructions === '' ? description : `${description}\n\n${instructions}`)
