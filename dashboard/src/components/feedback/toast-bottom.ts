export type Box = { left: number; right: number; top: number; bottom: number }
type Placed = { left: number; right: number; height: number }

/**
 * How far from the bottom of the window toasts stay, so that they cover none of the bars with controls: those that would
 * be covered are below them. Where nothing is free, they are at the bottom.
 */
export function toastBottom(toasts: Placed, bars: readonly Box[], windowHeight: number, gap: number): number {
  let bottom = gap
  for (const bar of [...bars].sort((a, b) => b.bottom - a.bottom)) {
    const isLeftOrRight = bar.right <= toasts.left || bar.left >= toasts.right
    const top = windowHeight - bottom - toasts.height
    const isAboveOrBelow = bar.top >= windowHeight - bottom || bar.bottom <= top
    if (!isLeftOrRight && !isAboveOrBelow) bottom = windowHeight - bar.top + gap
  }
  return bottom + toasts.height + gap > windowHeight ? gap : bottom
}
