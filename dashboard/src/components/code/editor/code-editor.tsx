import { lazy, Suspense } from 'react'
import { loadChunk } from '../../../connection/load-chunk.ts'
import type { EditorProps } from './editor.tsx'
import '../../form/field.css'
import './code-editor.css'

// The editor weighs more than everything else together: only pages that show one load it.
const Editor = lazy(() =>
  loadChunk(() => import('./editor.tsx')).then(({ Editor: found }) => ({ default: found })),
)

type CodeEditorProps = EditorProps & {
  /** The error, shown below the editor. */
  error?: string | null
  hint?: string
}

/**
 * Where code is written: colours, indents, brackets, undo. Tab indents; Escape and then Tab leaves it, as its
 * description announces to screen readers.
 */
export function CodeEditor({ error = null, hint, ...editor }: CodeEditorProps) {
  const lines = editor.lines ?? { min: 3, max: 24 }
  return (
    <div className="code-editor" data-invalid={error === null ? undefined : ''}>
      <div style={{ minHeight: `${lines.min * 20 + 12}px` }}>
        <Suspense fallback={<pre className="code-editor-loading">{editor.value}</pre>}>
          <Editor {...editor} lines={lines} isInvalid={error !== null} />
        </Suspense>
      </div>
      <div role="status">{error !== null && <p className="field-error">{error}</p>}</div>
      {hint && <p className="field-hint">{hint}</p>}
    </div>
  )
}
