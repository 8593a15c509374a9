/** Whether a key was pressed in a field. The code editor is in a shadow root, whose host is all that `target` shows. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.composedPath()[0]
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  )
}
