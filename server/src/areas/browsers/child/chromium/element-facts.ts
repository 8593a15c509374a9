/** Runs in pages, where it is called with its element: what the element has that outlives a snapshot. */

type Elementish = {
  tagName: string
  id: string
  textContent: string | null
  value?: unknown
  parentElement: Elementish | null
  children: ArrayLike<Elementish>
  labels?: ArrayLike<Elementish> | null
  ownerDocument: Documentish
  getAttribute(name: string): string | null
  cloneNode(isDeep: boolean): Elementish
  querySelectorAll(selector: string): Iterable<{ remove(): void }>
}

type Documentish = {
  body: object
  defaultView: { parent: unknown } | null
  getElementById(id: string): Elementish | null
  querySelectorAll(selector: string): ArrayLike<Elementish>
  createTreeWalker(root: object, show: number): { nextNode(): { textContent: string | null } | null }
}

export type ElementFacts = {
  isInFrame: boolean
  /** What it is called. */
  name: string
  /** Each is of this element alone: the best first, at the end where it is in the document. */
  selectors: string[]
}

/**
 * Sent as it is: it must use nothing from outside of itself. Whether a role, a name or a text is of this element alone is
 * looked up by tags and attributes: to ask the browser for the names of all elements takes seconds in a large page.
 */
export const elementFacts = (node: object): ElementFacts => {
  const target = node as Elementish
  const document = target.ownerDocument
  const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`
  const short = (text: string | null | undefined): string | null => {
    const trimmed = (text ?? '').trim().replace(/\s+/g, ' ')
    return trimmed === '' || trimmed.length > 80 ? null : trimmed
  }
  const isField = ({ tagName }: Elementish): boolean => /^(input|select|textarea)$/i.test(tagName)

  const roleOf = (element: Elementish): string | null => {
    const tag = element.tagName.toLowerCase()
    const type = (element.getAttribute('type') ?? 'text').toLowerCase()
    if (element.getAttribute('role')) return element.getAttribute('role')
    if (tag === 'a') return 'link'
    if (tag === 'select') return element.getAttribute('multiple') === null ? 'combobox' : 'listbox'
    if (tag === 'textarea') return 'textbox'
    if (/^h[1-6]$/.test(tag)) return 'heading'
    if (tag === 'button' || tag === 'option') return tag
    if (tag !== 'input') return null
    if (/^(button|submit|reset|image)$/.test(type)) return 'button'
    if (type === 'checkbox' || type === 'radio') return type
    if (type === 'search') return 'searchbox'
    if (type === 'number') return 'spinbutton'
    return type === 'range' ? 'slider' : 'textbox'
  }
  /** Its words alone: a field inside of its label is not part of what it is called. */
  const labelOf = (element: Elementish): string | null => {
    const label = isField(element) ? element.labels?.[0] : undefined
    if (!label) return null
    const copy = label.cloneNode(true)
    for (const field of copy.querySelectorAll('input, select, textarea, button')) field.remove()
    return short(copy.textContent)
  }
  const nameOf = (element: Elementish): string | null => {
    const namedBy = document.getElementById(element.getAttribute('aria-labelledby') ?? '')
    const explicit =
      short(namedBy?.textContent) ?? short(element.getAttribute('aria-label')) ?? labelOf(element)
    if (explicit !== null) return explicit
    const isButton = isField(element) && roleOf(element) === 'button'
    const content = isButton ? String(element.value ?? '') : isField(element) ? null : element.textContent
    return (
      short(content) ?? short(element.getAttribute('title')) ?? short(element.getAttribute('placeholder'))
    )
  }
  const pathOf = (from: Elementish): string => {
    const parts: string[] = []
    for (let at: Elementish | null = from; at?.parentElement; at = at.parentElement) {
      const { tagName } = at
      const alike = Array.from(at.parentElement.children).filter((each) => each.tagName === tagName)
      const tag = tagName.toLowerCase()
      parts.unshift(alike.length === 1 ? tag : `${tag}:nth-of-type(${alike.indexOf(at) + 1})`)
    }
    return parts.join(' > ')
  }
  const named = 'a, button, input, select, textarea, option, h1, h2, h3, h4, h5, h6, [role]'
  const isOnlyOf = (role: string, name: string): boolean => {
    const all = Array.from(document.querySelectorAll(named))
    const isOther = (each: Elementish) => each === target || roleOf(each) !== role || nameOf(each) !== name
    return all.length <= 20_000 && all.every(isOther)
  }
  const isOnlyText = (text: string): boolean => {
    const texts = document.createTreeWalker(document.body, 4)
    let count = 0
    for (let node = texts.nextNode(); node && count < 2; node = texts.nextNode())
      if (short(node.textContent) === text) count++
    return count === 1
  }
  const byAttribute = (attribute: string): string[] => {
    const value = short(target.getAttribute(attribute))
    const selector = `[${attribute}=${quoted(value ?? '')}]`
    return value !== null && document.querySelectorAll(selector).length === 1 ? [selector] : []
  }

  const view = document.defaultView
  const role = roleOf(target)
  const name = nameOf(target)
  const label = labelOf(target)
  const text = isField(target) ? null : short(target.textContent)
  const isOnly = role !== null && name !== null && isOnlyOf(role, name)
  return {
    isInFrame: view === null || view.parent !== view,
    name: name ?? target.getAttribute('name') ?? '',
    selectors: [
      ...(isOnly ? [`role=${role}[name=${quoted(name)}]`] : []),
      ...(isOnly && label !== null ? [`internal:label=${quoted(label)}s`] : []),
      ...['data-testid', 'data-test-id', 'data-test', 'data-qa', 'data-cy'].flatMap(byAttribute),
      ...['placeholder', ...(isField(target) ? ['name'] : [])].flatMap(byAttribute),
      ...(/\d/.test(target.id) ? [] : byAttribute('id')),
      ...(text !== null && isOnlyText(text) ? [`text=${quoted(text)}`] : []),
      `css=${pathOf(target)}`,
    ],
  }
}
