import type { Locator, Page } from 'playwright-core'
import type { RecordedTarget } from '../../protocol/messages.ts'
import { clip } from '../driver.ts'
import { type ElementFacts, elementFacts } from './element-facts.ts'

const maxSelectorLength = 2_000
const maxLabelLength = 100

/**
 * How the element of an action can be found in another session. It is read before the action, after which there may be
 * no such element. Throws only what the action itself would: that there is none. No snapshot is taken for it, since that
 * would end the refs of the one that the caller has.
 */
export async function recordTarget(
  page: Page,
  locator: Locator,
  timeout: number,
): Promise<RecordedTarget | null> {
  let facts: ElementFacts
  try {
    facts = await locator.evaluate(elementFacts, undefined, { timeout })
  } catch (error) {
    if ((error as Error).name === 'TimeoutError') throw error
    return null
  }
  const { isInFrame, name, selectors } = facts
  // The page is where it comes from, whose author can make functions of the language say anything.
  if (!Array.isArray(selectors)) return null
  const usable = selectors.filter((each) => typeof each === 'string' && each.length <= maxSelectorLength)
  return {
    label: clip(String(name), maxLabelLength),
    origin: originOf(page),
    isInFrame: Boolean(isInFrame),
    selectors: isInFrame ? [] : usable.slice(0, 10),
  }
}

export const countOf = (page: Page, selector: string): Promise<number> =>
  page
    .locator(selector)
    .count()
    .catch(() => 0)

export const originOf = (page: Page): string => URL.parse(page.url())?.origin ?? 'null'
