type Child = Node | string | null | false
type Props = Readonly<Record<string, string | boolean | ((event: Event) => void) | null | undefined>>

/** An element. Functions are listeners of the event that they are named after; there are no inline styles or HTML. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === 'function') element.addEventListener(name, value)
    else if (value === true) element.setAttribute(name, '')
    else if (typeof value === 'string') element.setAttribute(name, value)
  }
  element.append(...children.filter((child) => child !== null && child !== false))
  return element
}

const paths = {
  send: 'M12 19V5M5 12l7-7 7 7',
  stop: 'M7 7h10v10H7z',
  attach:
    'M21 11.5 12.5 20a5.5 5.5 0 0 1-8-8L13 3.7a3.7 3.7 0 0 1 5.2 5.2L10 17.3a1.8 1.8 0 0 1-2.6-2.6L15 7',
  close: 'M6 6l12 12M18 6 6 18',
  restart: 'M12 5v14M5 12h14',
  chat: 'M4 5h16v11H9l-5 4z',
} as const
export type IconName = keyof typeof paths

const svgNamespace = 'http://www.w3.org/2000/svg'

export function icon(name: IconName): SVGElement {
  const svg = document.createElementNS(svgNamespace, 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS(svgNamespace, 'path')
  path.setAttribute('d', paths[name])
  svg.append(path)
  return svg
}

/** A button that shows an icon alone; its name is read out and shown on hover. */
export const iconButton = (name: IconName, label: string, onClick: () => void, kind = 'icon') =>
  h('button', { type: 'button', class: kind, 'aria-label': label, title: label, click: onClick }, icon(name))
