import { preferences } from '../keep.js'

const isField = (node) =>
  node instanceof Element && node.matches('input:not([type=checkbox]), textarea, select')

/**
 * The keyboard. Single letters can be switched off: they get in the way of speech input, which is why WCAG requires
 * it.
 */
export function attachKeys({ search, list, dialog, move, clear, openFirst }) {
  const box = dialog.querySelector('#single-keys')
  box.checked = preferences.get('singleKeys') !== 'off'
  box.addEventListener('change', () => preferences.set('singleKeys', box.checked ? '' : 'off'))

  const letters = {
    '/': () => {
      search.focus()
      search.select()
    },
    j: () => move(1),
    k: () => move(-1),
    '?': () => dialog.showModal(),
  }

  const inList = (event) => {
    if (event.key === 'ArrowDown') return () => move(1)
    if (event.key === 'ArrowUp') return () => move(-1)
    if (event.key === 'Enter' && event.target === search) return openFirst
    return undefined
  }

  const actionOf = (event) => {
    if (event.key === 'Escape') return () => clear(event.target)
    if (list.contains(event.target) && inList(event)) return inList(event)
    return box.checked && !isField(event.target) ? letters[event.key] : undefined
  }

  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || dialog.open) return
    const action = actionOf(event)
    if (!action) return
    event.preventDefault()
    action()
  })
}
