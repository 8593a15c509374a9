import type { Scope } from '../../../../kernel/scope.ts'
import type { ToolTraits } from './traits.ts'

const maxProjects = 10_000

/**
 * What built-in tools cost in each project, as far as they can be executed there: looked up once and expected from then on. Whether
 * it still holds is decided by the transaction that charges it, and what was refused is looked up again.
 */
export function createExpectedPrices(traits: (scope: Scope, slug: string) => Promise<ToolTraits>) {
  const byProject = new Map<string, Map<string, number | null>>()

  return {
    /** Null where it cannot be executed ahead. */
    async find(scope: Scope, slug: string): Promise<number | null> {
      const known = byProject.get(scope.projectId)?.get(slug)
      if (known !== undefined) return known
      const { isComputeOnly, isDisabled, priceMicro } = await traits(scope, slug)
      const price = isComputeOnly && !isDisabled ? priceMicro : null
      // What is disabled may be enabled at any time, and no refusal would tell.
      if (price === null) return null
      if (byProject.size >= maxProjects) byProject.clear()
      const prices = byProject.get(scope.projectId) ?? new Map()
      byProject.set(scope.projectId, prices.set(slug, price))
      return price
    },
    forget({ projectId }: Scope): void {
      byProject.delete(projectId)
    },
  }
}
