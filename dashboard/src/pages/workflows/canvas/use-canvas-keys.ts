import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { EditorStore } from '../graph/editor-store.ts'
import type { Commands } from './use-commands.ts'

type KeyActions = {
  store: EditorStore
  commands: Commands
  isReadOnly: boolean
  add(): void
  addTrigger(): void
  remove(): void
  connect(): void
  move(): void
  find(): void
  fit(): void
  run(): void
  toggleView(): void
}

// As long as the shortcuts of all pages wait for it.
const chordMs = 1_200

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** The keys that change a graph; with a modifier and in capitals they are different keys. */
function actionOf(event: KeyboardEvent, actions: KeyActions): (() => void) | undefined {
  const { store, commands, isReadOnly } = actions
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  if (event.metaKey || event.ctrlKey) {
    const reading: Record<string, () => void> = { a: commands.selectAll, f: actions.find }
    const editing: Record<string, () => void> = {
      z: event.shiftKey ? store.redo : store.undo,
      y: store.redo,
      d: commands.duplicate,
    }
    return reading[key] ?? (isReadOnly ? undefined : editing[key])
  }
  if (event.altKey) return undefined
  const reading: Record<string, () => void> = {
    '/': actions.find,
    f: actions.fit,
    r: actions.run,
    l: actions.toggleView,
  }
  const editing: Record<string, () => void> = {
    a: actions.add,
    t: actions.addTrigger,
    c: actions.connect,
    m: actions.move,
    Delete: actions.remove,
    Backspace: actions.remove,
  }
  return reading[key] ?? (isReadOnly ? undefined : editing[key])
}

/** Keys work wherever the focus is on the page, but not while one types or a dialog is open. */
export function useCanvasKeys(actions: KeyActions) {
  const latest = useRef(actions)
  latest.current = actions
  useEffect(() => {
    let chordUntil = 0
    const listen = (event: globalThis.KeyboardEvent) => {
      if (event.defaultPrevented || isTyping(event.composedPath()[0] ?? null)) return
      if (document.querySelector('dialog[open], [role="menu"]')) return
      // The letter after g leads to another page.
      const isChord = event.timeStamp < chordUntil
      chordUntil = event.key === 'g' ? event.timeStamp + chordMs : 0
      if (isChord) return
      const action = actionOf(event as unknown as KeyboardEvent, latest.current)
      if (!action) return
      event.preventDefault()
      event.stopPropagation()
      action()
    }
    const isFree = (event: ClipboardEvent) =>
      !isTyping(event.composedPath()[0] ?? null) && !document.querySelector('dialog[open]')
    const paste = (event: ClipboardEvent) => {
      if (!isFree(event) || latest.current.isReadOnly) return
      if (latest.current.commands.paste(event.clipboardData?.getData('text/plain') ?? ''))
        event.preventDefault()
    }
    const copy = (event: ClipboardEvent) => {
      // Marked text is what the user wants to copy.
      if (!isFree(event) || window.getSelection()?.isCollapsed === false) return
      if (latest.current.store.current().selectedNodes.size === 0) return
      event.preventDefault()
      event.clipboardData?.setData('text/plain', latest.current.commands.copied())
      if (event.type === 'cut' && !latest.current.isReadOnly) latest.current.commands.remove()
    }
    // Before the shortcuts of all pages, which are heard on the document as well.
    document.addEventListener('keydown', listen, { capture: true })
    document.addEventListener('paste', paste)
    document.addEventListener('copy', copy)
    document.addEventListener('cut', copy)
    return () => {
      document.removeEventListener('keydown', listen, { capture: true })
      document.removeEventListener('paste', paste)
      document.removeEventListener('copy', copy)
      document.removeEventListener('cut', copy)
    }
  }, [])
}
