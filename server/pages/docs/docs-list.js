import { element } from '../dom.js'
import { matches } from './spec.js'

// With fewer operations than this the whole list is open from the start.
const openUpTo = 60

/** The list of operations on the left. Searching hides rows; it never makes new ones. */
export function createList(container, spec) {
  const groups = spec.areas.map((area) => createGroup(area, spec.operations.length <= openUpTo))
  const errors = createErrorGroup(Object.entries(spec.errorCodes))
  const nothing = element('p', { class: 'muted list-nothing', hidden: true }, 'No results.')
  container.replaceChildren(...groups.map((group) => group.node), errors.node, nothing)
  const rows = groups.flatMap((group) => group.rows)
  const visible = () => rows.filter((row) => !row.item.hidden)
  let current = null

  return {
    /** How many operations and error codes match. */
    filter(query) {
      for (const group of groups) group.filter(query)
      const found = visible().length + errors.filter(query)
      nothing.hidden = found > 0
      return found
    },
    setCurrent(id) {
      current?.link.removeAttribute('aria-current')
      current = rows.find((row) => row.operation.id === id) ?? null
      if (!current) return
      current.link.setAttribute('aria-current', 'page')
      current.group.open = true
      current.link.scrollIntoView({ block: 'nearest' })
    },
    /** The operation so many rows away from the open one, among those that are not hidden. */
    neighbour(delta) {
      const shown = visible()
      const index = shown.indexOf(current)
      if (index === -1) return (delta > 0 ? shown[0] : shown.at(-1))?.operation
      return shown[index + delta]?.operation
    },
    first: () => visible()[0]?.operation,
    focusCurrent: () => current?.link.focus({ preventScroll: true }),
  }
}

function createGroup(area, isOpen) {
  const count = element('span', { class: 'count' }, String(area.operations.length))
  const list = element('ul')
  const node = element(
    'details',
    { class: 'area', open: isOpen },
    element('summary', {}, area.name, count),
    list,
  )
  const rows = area.operations.map((operation) => {
    const link = element(
      'a',
      { href: `#${operation.id}`, title: operation.path, class: operation.isDeprecated && 'deprecated' },
      methodLabel(operation.method),
      element(
        'span',
        { class: 'row-text' },
        operation.summary,
        element('small', {}, shortPath(operation.path)),
      ),
    )
    return { operation, link, group: node, item: element('li', {}, link) }
  })
  list.append(...rows.map((row) => row.item))
  let wasOpen = null
  return {
    node,
    rows,
    filter(query) {
      for (const row of rows) row.item.hidden = !matches(row.operation.searchText, query)
      const found = rows.filter((row) => !row.item.hidden).length
      count.textContent = query ? `${found} of ${rows.length}` : String(rows.length)
      node.hidden = found === 0
      // A search opens what it finds; ending it gives back what was open before.
      if (query) wasOpen ??= node.open
      else if (wasOpen !== null) {
        node.open = wasOpen || rows.some((row) => row.link.hasAttribute('aria-current'))
        wasOpen = null
      }
      if (query) node.open = true
    },
  }
}

function createErrorGroup(codes) {
  const rows = codes.map(([code, { status }]) => ({
    text: `${code} ${status}`,
    item: element(
      'li',
      {},
      element(
        'a',
        { href: `#error/${code}` },
        element('span', { class: 'method' }, String(status)),
        element('code', {}, code),
      ),
    ),
  }))
  const list = element(
    'ul',
    {},
    rows.map((row) => row.item),
  )
  const node = element(
    'details',
    { class: 'area', open: true, hidden: true },
    element('summary', {}, 'Error codes'),
    list,
  )
  return {
    node,
    filter(query) {
      for (const row of rows) row.item.hidden = query === '' || !matches(row.text, query)
      const found = rows.filter((row) => !row.item.hidden).length
      node.hidden = found === 0
      return found
    },
  }
}

/** The method is always written out; its colour only helps. */
export const methodLabel = (method) =>
  element('span', { class: 'method', 'data-method': method }, method === 'DELETE' ? 'DEL' : method)

const shortPath = (path) => path.replace(/^\/api\/v\d+(?=\/)/, '')
