import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language'
import { Compartment, EditorState, type Extension, Prec } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { type RefObject, useEffect, useRef } from 'react'
import { editorTheme } from './editor-theme.ts'
import { markedLines } from './marked-lines.ts'
import { typeOverSelection } from './type-over-selection.ts'

export type EditorLanguage = 'javascript' | 'python' | 'json' | 'text'

export type EditorProps = {
  /** Read aloud when the editor is entered. */
  label: string
  language: EditorLanguage
  value: string
  onChange?(value: string): void
  /** Ctrl or Command with Enter. */
  onRun?(): void
  isReadOnly?: boolean
  lines?: { min: number; max: number }
  /** For one expression or a short text: without line numbers, and Tab leaves it. */
  isPlain?: boolean
  /** Lines that are marked because something is wrong there, from 1. */
  faultyLines?: readonly number[]
  /** What can be written at an offset of the text, instead of what the language knows. */
  complete?(text: string, offset: number): Promise<EditorCompletions | null>
}

export type EditorCompletions = {
  from: number
  to: number
  items: readonly { label: string; detail: string; documentation?: string | undefined; insert: string }[]
}

const lineHeight = 20

/** Each language is loaded when it is first written in. */
async function supportOf(language: EditorLanguage): Promise<Extension> {
  if (language === 'javascript') return (await import('@codemirror/lang-javascript')).javascript()
  if (language === 'python')
    return [(await import('@codemirror/lang-python')).python(), indentUnit.of('    ')]
  if (language === 'json') return (await import('@codemirror/lang-json')).json()
  return []
}

function attributesOf({
  label,
  isReadOnly = false,
  isPlain = false,
  isInvalid,
}: EditorProps & { isInvalid: boolean }) {
  return EditorView.contentAttributes.of({
    'aria-label': label,
    'aria-description':
      isReadOnly || isPlain ? '' : 'Tab indents. Press Escape and then Tab to leave the editor.',
    'aria-readonly': String(isReadOnly),
    ...(isInvalid ? { 'aria-invalid': 'true' } : {}),
    // A text that is only read is still scrolled with the arrow keys.
    tabindex: '0',
    spellcheck: 'false',
    autocapitalize: 'off',
  })
}

const heightOf = ({ min, max }: { min: number; max: number }) =>
  EditorView.theme({
    '.cm-scroller': { maxHeight: `${max * lineHeight + 12}px` },
    '.cm-content, .cm-gutter': { minHeight: `${min * lineHeight + 12}px` },
  })

const shared: Extension = [
  highlightSpecialChars(),
  history(),
  drawSelection(),
  bracketMatching(),
  closeBrackets(),
  EditorState.tabSize.of(2),
  keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap]),
]

const forCode: Extension = [
  lineNumbers(),
  highlightActiveLineGutter(),
  highlightActiveLine(),
  indentOnInput(),
  keymap.of([indentWithTab]),
]

async function completionsAt(
  latest: RefObject<MountedProps>,
  { state, pos, explicit }: CompletionContext,
): Promise<CompletionResult | null> {
  const before = state.sliceDoc(Math.max(0, pos - 1), pos)
  if (!explicit && !/[\w.{[]/.test(before)) return null
  const found = await latest.current.complete?.(state.doc.toString(), pos)
  if (!found || found.items.length === 0) return null
  return {
    from: found.from,
    to: found.to,
    options: found.items.map(({ label, detail, documentation, insert }) => ({
      label,
      detail,
      apply: insert,
      ...(documentation === undefined ? {} : { info: documentation }),
    })),
    filter: false,
  }
}

const completionOf = (latest: RefObject<MountedProps>): Extension =>
  autocompletion({
    icons: false,
    ...(latest.current.complete ? { override: [(context) => completionsAt(latest, context)] } : {}),
  })

type MountedProps = EditorProps & { lines: { min: number; max: number }; isInvalid: boolean }
type Compartments = { language: Compartment; attributes: Compartment; faults: Compartment }

function createEditor(root: ShadowRoot, latest: RefObject<MountedProps>, parts: Compartments): EditorView {
  const { value: text, lines } = latest.current
  const run = () => {
    latest.current.onRun?.()
    return latest.current.onRun !== undefined
  }
  return new EditorView({
    root,
    parent: root,
    doc: text,
    extensions: [
      Prec.highest(keymap.of([{ key: 'Mod-Enter', run }])),
      shared,
      completionOf(latest),
      latest.current.isPlain ? EditorView.lineWrapping : forCode,
      typeOverSelection,
      editorTheme,
      heightOf(lines),
      EditorState.readOnly.of(latest.current.isReadOnly ?? false),
      parts.attributes.of(attributesOf(latest.current)),
      parts.language.of([]),
      parts.faults.of(markedLines(latest.current.faultyLines)),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) latest.current.onChange?.(update.state.doc.toString())
      }),
    ],
  })
}

/**
 * It lives in a shadow root: there its styles are constructed style sheets, while in the page they would be style
 * elements, which our policy refuses.
 */
export function Editor(props: MountedProps) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const latest = useRef(props)
  latest.current = props
  const parts = useRef({
    language: new Compartment(),
    attributes: new Compartment(),
    faults: new Compartment(),
  })
  const { language, value, label, isReadOnly = false, isInvalid } = props

  useEffect(() => {
    const root = host.current!.shadowRoot ?? host.current!.attachShadow({ mode: 'open' })
    const editor = createEditor(root, latest, parts.current)
    view.current = editor
    return () => {
      view.current = null
      editor.destroy()
    }
  }, [])

  useEffect(() => {
    let isLatest = true
    supportOf(language).then(
      (support) =>
        isLatest && view.current?.dispatch({ effects: parts.current.language.reconfigure(support) }),
      // Without its colours the text can still be edited.
      () => undefined,
    )
    return () => {
      isLatest = false
    }
  }, [language])

  useEffect(() => {
    const attributes = attributesOf({ ...latest.current, label, isReadOnly, isInvalid })
    view.current?.dispatch({ effects: parts.current.attributes.reconfigure(attributes) })
  }, [label, isReadOnly, isInvalid])

  const marked = props.faultyLines?.join()
  useEffect(() => {
    view.current?.dispatch({
      effects: parts.current.faults.reconfigure(markedLines(latest.current.faultyLines)),
    })
  }, [marked])

  // What was put there from outside, such as an example; what was typed is there already.
  useEffect(() => {
    const editor = view.current
    if (!editor || editor.state.doc.toString() === value) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value])

  return <div ref={host} className="code-editor-host" data-read-only={isReadOnly ? '' : undefined} />
}
