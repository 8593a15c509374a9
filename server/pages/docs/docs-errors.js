import { element } from '../dom.js'

/** Error codes with the status they come with. In the full table `idOf` makes rows that the others link to. */
export function errorTable(errors, idOf) {
  const rows = errors.map(({ code, status, type }) => {
    const name = element('code', {}, code)
    return element(
      'tr',
      { id: idOf?.(code) },
      element('td', {}, String(status || '')),
      element('td', {}, idOf ? name : element('a', { href: `#error/${code}` }, name)),
      element('td', { class: 'muted' }, type.replaceAll('_', ' ')),
    )
  })
  const head = ['Status', 'Code', 'Type'].map((title) => element('th', { scope: 'col' }, title))
  return element('table', {}, element('thead', {}, element('tr', {}, head)), element('tbody', {}, rows))
}
