import { type Extension, RangeSetBuilder } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, GutterMarker, gutterLineClass } from '@codemirror/view'

const faulty = Decoration.line({ class: 'cm-faulty-line' })

class FaultyNumber extends GutterMarker {
  override elementClass = 'cm-faulty-number'
}
const faultyNumber = new FaultyNumber()

/** Marks lines and their numbers; those that the text does not have anymore are left out. */
export function markedLines(lines: readonly number[] = []): Extension {
  if (lines.length === 0) return []
  const sorted = [...new Set(lines)].sort((left, right) => left - right)
  return [
    EditorView.decorations.of(({ state }): DecorationSet => {
      const found = new RangeSetBuilder<Decoration>()
      for (const line of sorted) {
        if (line < 1 || line > state.doc.lines) continue
        const { from } = state.doc.line(line)
        found.add(from, from, faulty)
      }
      return found.finish()
    }),
    gutterLineClass.compute(['doc'], ({ doc }) => {
      const found = new RangeSetBuilder<GutterMarker>()
      for (const line of sorted) {
        if (line < 1 || line > doc.lines) continue
        const { from } = doc.line(line)
        found.add(from, from, faultyNumber)
      }
      return found.finish()
    }),
  ]
}
