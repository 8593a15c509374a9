import type { Page } from 'playwright-core'

export type Finding = {
  id: string
  impact: string | null
  nodes: { html: string; failureSummary?: string }[]
}

/** Selectors of the parts that are looked at, and of those that are not. */
export type Scope = { include: string[]; exclude?: string[] }

type ScanResult = { violations: Finding[]; legible: string[] }

type AxeNode = { element: Element; html: string; failureSummary?: string }
type AxeResult = { id: string; impact: string | null; nodes: AxeNode[] }
declare const axe: {
  run(context: object, options: object): Promise<{ violations: AxeResult[]; passes: AxeResult[] }>
}

// Of this process, whose pages share their style sheets.
const legible = new Set<string>()

/**
 * Whether text has enough contrast to its background. For that, axe compares every text with all that lies above and below it,
 * which takes five times as long as all other rules together; but text of the same colour, size and background is as
 * legible on one page as on another. So each combination is examined one time.
 */
export async function contrastFindings(page: Page, scope: Scope): Promise<Finding[]> {
  const result = await page.evaluate(scanNewCombinations, { scope, known: [...legible] })
  for (const key of result.legible) legible.add(key)
  return result.violations
}

/** Runs in the page, so it can use nothing that is declared out here. */
async function scanNewCombinations({
  scope: { include, exclude },
  known,
}: {
  scope: Scope
  known: string[]
}): Promise<ScanResult> {
  const backgrounds = new Map<Element, string>()
  const backgroundOf = (element: Element): string => {
    const found = backgrounds.get(element)
    if (found !== undefined) return found
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element)
    const own = `${backgroundColor} ${backgroundImage} ${opacity}`
    const isOpaque = /^rgb\(/.test(backgroundColor) && backgroundImage === 'none' && opacity === '1'
    const isClear = own === 'rgba(0, 0, 0, 0) none 1'
    const parent = element.parentElement
    const below = isOpaque || parent === null ? '' : backgroundOf(parent)
    const all = isClear ? below : `${own} ${below}`
    backgrounds.set(element, all)
    return all
  }
  const keyOf = (element: Element): string => {
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element)
    const isOff = element.closest('[disabled], [aria-disabled="true"]') !== null
    return [color, fontSize, fontWeight, textShadow, isOff, backgroundOf(element)].join()
  }
  const hasText = (element: Element): boolean =>
    element.matches('input, textarea, select') ||
    [...element.childNodes].some(({ nodeType, nodeValue }) => nodeType === 3 && nodeValue?.trim())
  const seen = new Set(known)
  const added = new Map<string, Element>()
  for (const root of document.querySelectorAll(include.join()))
    for (const element of root.querySelectorAll('*')) {
      if (!hasText(element) || !element.checkVisibility()) continue
      if (exclude && element.closest(exclude.join())) continue
      const key = keyOf(element)
      if (!seen.has(key) && !added.has(key)) added.set(key, element)
    }
  if (added.size === 0) return { violations: [], legible: [] }
  const options = { runOnly: ['color-contrast'], preload: false, elementRef: true }
  const { violations, passes } = await axe.run({ include: [...added.values()] }, options)
  // What is covered by something else is in neither list: it is looked at where nothing covers it.
  const passed = new Set(passes.flatMap(({ nodes }) => nodes.map(({ element }) => element)))
  return {
    violations: violations.map(({ id, impact, nodes }) => ({
      id,
      impact,
      nodes: nodes.map(({ html, failureSummary }) => ({
        html,
        ...(failureSummary ? { failureSummary } : {}),
      })),
    })),
    legible: [...added].filter(([, element]) => passed.has(element)).map(([key]) => key),
  }
}
