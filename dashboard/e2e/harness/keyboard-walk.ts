import type { Page } from 'playwright-core'

/**
 * Of what can be focused, that which a press of Tab has to reach. One of a group of radio buttons is enough, and one row
 * of a table, whose rows are alike: long ones are drawn as they are scrolled to.
 */
const unvisited = `(() => {
  const isReached = (element) => {
    if (visited.has(element)) return true
    const rows = element.closest('tbody')
    if (rows && [...visited].some((other) => rows.contains(other))) return true
    return element.type === 'radio' &&
      [...document.querySelectorAll('input[type=radio]')].some(
        (other) => other.name === element.name && visited.has(other))
  }
  return [...document.querySelectorAll('main a[href], main button, main input, main select, main textarea, main [tabindex]')]
    .filter((element) => element.tabIndex >= 0 && !element.disabled && element.checkVisibility({ visibilityProperty: true }))
    .filter((element) => !element.closest('[inert]') && !isReached(element))
    .map((element) => element.outerHTML.slice(0, 120))
})()`

const watchFocus = `{
  globalThis.visited = new Set()
  document.addEventListener('focusin', ({ target }) => visited.add(target))
}`

const controls = "document.querySelectorAll('a[href], button, input, select, textarea, [tabindex]').length"
const isInEditor = 'document.activeElement?.shadowRoot?.activeElement?.isContentEditable === true'

/**
 * Walks through a page with the Tab key, and returns the controls that were not reached. An editor takes the key for
 * itself until Escape was pressed. A page may get further rows while it is walked through: then the walk continues.
 */
export async function unreachedByTab(page: Page): Promise<string[]> {
  await page.evaluate(watchFocus)
  await page.evaluate("document.querySelector('main')?.focus()")
  let missed: string[] = []
  for (let round = 0; round < 3; round++) {
    const count = ((await page.evaluate(controls)) as number) + 5
    for (let pressed = 0; pressed < count; pressed++) {
      if (await page.evaluate(isInEditor)) await page.keyboard.press('Escape')
      await page.keyboard.press('Tab')
    }
    missed = (await page.evaluate(unvisited)) as string[]
    if (missed.length === 0) break
  }
  return missed
}
