import type { Passage } from '../../features/chat/transcript/passages.ts'
import { h } from '../element.ts'

/** The texts that a response is based on; each opens the passage. Visitors of a page have no access to the source itself. */
export const passagesView = (passages: readonly Passage[]): HTMLElement =>
  h(
    'section',
    { class: 'passages', 'aria-label': 'Sources' },
    h('p', { class: 'label' }, 'Sources'),
    ...passages.map(({ source, title, path, text }) =>
      h(
        'details',
        { class: 'call' },
        h('summary', {}, h('span', { dir: 'auto' }, [title || source, ...path].join(' › '))),
        h('blockquote', { dir: 'auto' }, text),
      ),
    ),
  )
