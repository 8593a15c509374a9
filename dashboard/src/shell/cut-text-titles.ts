const isCut = (element: HTMLElement): boolean =>
  element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight

/** The text that ends in an ellipsis at or around an element. */
function cutAround(target: EventTarget | null): HTMLElement | null {
  const element = target instanceof Element ? target.closest<HTMLElement>('main *, nav *, dialog *') : null
  for (let at = element, depth = 0; at && depth < 4; at = at.parentElement, depth++) {
    const { textOverflow, webkitLineClamp } = getComputedStyle(at)
    if ((textOverflow === 'ellipsis' || webkitLineClamp !== 'none') && isCut(at)) return at
  }
  return null
}

/**
 * A text that is cut at the border of its box shows all of itself on hover. Whether it is cut is known only once it is
 * drawn, so this is found out when it is pointed at, for all pages in one place.
 */
export function addTitlesToCutTexts(): void {
  document.addEventListener('pointerover', ({ target }) => {
    const cut = cutAround(target)
    if (!cut || cut.matches('input, textarea, select') || cut.closest('[title]')) return
    const text = cut.textContent.trim()
    if (text !== '') cut.title = text
  })
}
