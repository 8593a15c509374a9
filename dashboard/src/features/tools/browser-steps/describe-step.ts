import type { BrowserStep } from './steps-draft.ts'

type Step = Pick<BrowserStep, 'action' | 'selectors'>

const texts = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

const unquoted = (text: string): string => {
  try {
    return JSON.parse(text) as string
  } catch {
    return text
  }
}

/** An element as a human would call it: the first selector is the one that says most. */
export function describeElement([selector = '']: readonly string[]): string {
  const byRole = /^role=([a-z]+)\[name=(".*")\]$/s.exec(selector)
  if (byRole) return `${byRole[1]} “${unquoted(byRole[2]!)}”`
  const byLabel = /^internal:label=(".*")s$/s.exec(selector)
  if (byLabel) return `the field “${unquoted(byLabel[1]!)}”`
  const byText = /^text=(".*")$/s.exec(selector)
  if (byText) return `“${unquoted(byText[1]!)}”`
  return selector
}

const clicks = (count: unknown): string => (count === 2 ? 'Double-click' : 'Click')

function describeWait({ text, url, forMs, state }: BrowserStep['action'], element: string): string {
  if (typeof forMs === 'number') return `Wait ${forMs} ms`
  if (typeof url === 'string') return `Wait for a URL with ${url}`
  const what = typeof text === 'string' ? `the text “${text}”` : element
  return `Wait until ${what} is ${texts(state) || 'visible'}`
}

/** One line for a step, without the value that it types or selects. */
export function describeStep({ action, selectors }: Step): string {
  const element = describeElement(selectors)
  const { type, url, key, deltaX, deltaY, pageId, accept } = action
  const at = element === '' ? '' : ` in ${element}`
  switch (type) {
    case 'goto':
      return `Open ${texts(url)}`
    case 'click':
      return `${clicks(action.clickCount)} ${element}`
    case 'hover':
      return `Move to ${element}`
    case 'fill':
      return `Type into ${element}${action.submit === true ? ', then press Enter' : ''}`
    case 'press':
      return `Press ${texts(key)}${at}`
    case 'select':
      return `Select in ${element}`
    case 'upload':
      return `Upload to ${element}`
    case 'scroll':
      return `Scroll by ${texts(deltaX) || 0}, ${texts(deltaY) || 0} px${at}`
    case 'wait':
      return describeWait(action, element)
    case 'back':
      return 'Go back'
    case 'forward':
      return 'Go forward'
    case 'reload':
      return 'Reload the page'
    case 'switch':
      return `Switch to page ${texts(pageId)}`
    case 'closePage':
      return `Close page ${texts(pageId)}`
    case 'dialog':
      return accept === true ? 'Accept the next dialog' : 'Dismiss the next dialog'
    default:
      return texts(type)
  }
}

/** What is checked after a step; null where nothing is. */
export function describeExpectation(expect: BrowserStep['expect']): string | null {
  if (!expect) return null
  const { url, title, text } = expect
  const parts = [
    ...(url === undefined ? [] : [`the URL is ${url}`]),
    ...(title === undefined ? [] : [`the title is “${title}”`]),
    ...(text === undefined ? [] : [`“${text}” is visible`]),
  ]
  return parts.length === 0 ? null : `Check that ${parts.join(' and ')}`
}
