type Box = { left: number; right: number; top: number; bottom: number }
type Size = { width: number; height: number }

export type MenuAlign = 'start' | 'end'

const gap = 4
const edge = 8
// On a screen so low that nothing fits, this much is scrolled through.
const minHeight = 96

/** Below its trigger, above where there is more space, and never off the screen. */
export function placeMenu(anchor: Box, menu: Size, screen: Size, align: MenuAlign) {
  const below = screen.height - anchor.bottom - gap - edge
  const above = anchor.top - gap - edge
  const opensUp = menu.height > below && above > below
  const maxHeight = Math.max(minHeight, opensUp ? above : below)
  const height = Math.min(menu.height, maxHeight)
  const alignedLeft = align === 'start' ? anchor.left : anchor.right - menu.width
  return {
    left: Math.max(edge, Math.min(alignedLeft, screen.width - edge - menu.width)),
    top: Math.max(edge, opensUp ? anchor.top - gap - height : anchor.bottom + gap),
    maxHeight,
  }
}
