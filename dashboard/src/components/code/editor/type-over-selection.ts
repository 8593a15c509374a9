import { EditorView } from '@codemirror/view'

type Selecting = { getSelection?(): Selection | null }

/**
 * What is selected on the screen. The editor hears of it a moment later than the browser, and inside a shadow root only
 * some browsers expose it; for the others the editor's own state is used.
 */
function selectedIn(view: EditorView): { from: number; to: number } {
  const { main } = view.state.selection
  const shown = (view.root as Selecting).getSelection?.()
  if (!shown?.anchorNode || !shown.focusNode || !view.contentDOM.contains(shown.anchorNode)) return main
  const anchor = view.posAtDOM(shown.anchorNode, shown.anchorOffset)
  const focus = view.posAtDOM(shown.focusNode, shown.focusOffset)
  return { from: Math.min(anchor, focus), to: Math.max(anchor, focus) }
}

/**
 * What is typed over a selection is put there by the editor. The browser would carry the colours of the old text over to
 * the new one in a style attribute, which our policy reports each time.
 */
export const typeOverSelection = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { data: text, inputType, isComposing } = event
    const { readOnly, selection } = view.state
    if (inputType !== 'insertText' || !text || isComposing || readOnly || selection.ranges.length > 1)
      return false
    const { from, to } = selectedIn(view)
    if (from === to) return false
    event.preventDefault()
    const insert = () =>
      view.state.update({
        changes: { from, to, insert: text },
        selection: { anchor: from + text.length },
        userEvent: 'input.type',
        scrollIntoView: true,
      })
    // Brackets, for instance, go around what is selected.
    const handlers = view.state.facet(EditorView.inputHandler)
    if (!handlers.some((handle) => handle(view, from, to, text, insert))) view.dispatch(insert())
    return true
  },
})
