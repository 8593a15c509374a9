import type { Page } from 'playwright-core'

/** Of what a press of Tab leads to. */
const controls = ['a[href]', 'button', 'input', 'select', 'textarea', 'summary', '[tabindex]']

/**
 * Notes in the page where the focus goes. What has it must look different from what has it no longer, by a line, a shadow
 * or a colour of itself, of what is around it or of what is in it; an input may leave that to what surrounds it. And it
 * must be in sight: scrolled to, and not behind a bar.
 */
const startWalk = `{
  const look = (element) => {
    const around = []
    let parent = element
    for (let up = 0; up < 6 && parent; up++) {
      around.push(parent)
      parent = parent.parentElement ?? parent.getRootNode().host
    }
    const styles = [...around, ...[...element.querySelectorAll('*')].slice(0, 30)].map((each) => getComputedStyle(each))
    return [...styles, getComputedStyle(element, '::after')].map(({ outline, boxShadow, borderColor, background, stroke }) =>
      [outline, boxShadow, borderColor, background, stroke].join()).join(';')
  }
  const isOutlined = (element) => getComputedStyle(element).outlineStyle !== 'none'
  const hasLineAround = (element) => {
    const input = element.closest('textarea, input, [contenteditable]')
    for (let parent = input?.parentElement; parent; parent = parent.parentElement) if (isOutlined(parent)) return true
    return false
  }
  const isInSight = (element) => {
    if (element instanceof SVGElement) return true
    const { x, y, width, height } = element.getBoundingClientRect()
    const isShown = (found) => found !== null && (element.contains(found) || found.contains(element) ||
      [...(element.labels ?? [])].some((label) => label.contains(found)))
    return [0.5, 0.1, 0.9].some((across) => [0.5, 0.1, 0.9].some((down) =>
      isShown(element.getRootNode().elementFromPoint(x + across * width, y + down * height))))
  }
  const name = (element) => element.outerHTML.slice(0, 120)
  const faults = new Map()
  globalThis.walk = { visited: new Set(), faults, first: null }
  let last = null
  let lastLook = ''
  document.addEventListener('focusin', ({ target }) => walk.visited.add(target))
  walk.step = () => {
    let element = document.activeElement
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
    const isCodeEditor = element?.isContentEditable === true && element.getRootNode() !== document
    if (last && last !== element && last.isConnected && look(last) === lastLook && !hasLineAround(last))
      faults.set(last, 'looks the same with the focus: ' + name(last))
    last = element && element !== document.body && element.tabIndex >= 0 ? element : null
    if (last === null) return { isCodeEditor, isRound: false }
    lastLook = look(last)
    if (!isInSight(last)) faults.set(last, 'is not in sight with the focus: ' + name(last))
    const isRound = walk.first === last
    walk.first ??= last
    return { isCodeEditor, isRound }
  }
}`

/** One of a group of radio buttons is enough, and one row of a table, whose rows are alike: long ones are drawn as they are scrolled to. */
const faultsOfWalk = `(() => {
  const { visited, faults } = walk
  const isReached = (element) => {
    if (visited.has(element)) return true
    const rows = element.closest('tbody')
    if (rows && [...visited].some((other) => rows.contains(other))) return true
    return element.type === 'radio' &&
      [...document.querySelectorAll('input[type=radio]')].some(
        (other) => other.name === element.name && visited.has(other))
  }
  const unreached = [...document.querySelectorAll(${JSON.stringify(controls.map((control) => `main ${control}`).join())})]
    .filter((element) => element.tabIndex >= 0 && !element.disabled && element.checkVisibility({ visibilityProperty: true }))
    .filter((element) => !element.closest('[inert]') && !isReached(element))
    .map((element) => 'is not reached: ' + element.outerHTML.slice(0, 120))
  const hasLeft = [...visited].some((element) => !element.closest('main'))
  return [...unreached, ...(hasLeft ? [] : ['main is not left']), ...faults.values()]
})()`

const countControls = `document.querySelectorAll(${JSON.stringify(controls.join())}).length`

type Step = { isCodeEditor: boolean; isRound: boolean }

/**
 * Walks through a page with the Tab key until it is where it began, and returns what is wrong: controls that were not
 * reached, a focus that is not seen. An editor takes the key for itself until Escape was pressed. A page may get further
 * rows while it is walked through: then the walk continues.
 */
export async function faultsByTab(page: Page): Promise<string[]> {
  await page.evaluate(startWalk)
  await page.evaluate("document.querySelector('main')?.focus()")
  let faults: string[] = []
  for (let round = 0; round < 3; round++) {
    const count = ((await page.evaluate(countControls)) as number) + 5
    for (let pressed = 0; pressed < count; pressed++) {
      await page.keyboard.press('Tab')
      const { isCodeEditor, isRound } = (await page.evaluate('walk.step()')) as Step
      if (isRound) break
      if (isCodeEditor) await page.keyboard.press('Escape')
    }
    faults = (await page.evaluate(faultsOfWalk)) as string[]
    if (faults.length === 0) break
  }
  return faults
}
