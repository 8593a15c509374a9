import { clipboardBlocked, writeToClipboard } from '../../../components/actions/clipboard.ts'
import { errorMessage } from '../../../components/feedback/error-alert.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { pluralize } from '../../../components/text/pluralize.ts'
import { copyText, parseCopied, pasteOps } from '../graph/clipboard.ts'
import type { EditorStore } from '../graph/editor-store.ts'
import { movedTo, removeAll } from '../graph/ops.ts'
import { autoLayout } from './auto-layout.ts'

/** What the toolbar and the keys do with the graph. */
export function commandsOf(store: EditorStore) {
  const selected = () => store.current().selectedNodes
  const remove = () => {
    const { graph, selectedNodes, selectedEdges } = store.current()
    store.edit(removeAll(graph, selectedNodes, selectedEdges))
  }
  const copied = () => copyText(store.current().graph, selected())
  const copy = async () => {
    if (selected().size === 0) return
    if (await writeToClipboard(copied()))
      toasts.success(`${pluralize(selected().size, 'node')} copied as JSON`)
    else toasts.error(clipboardBlocked)
  }
  return {
    remove,
    copy,
    copied,
    paste(text: string): boolean {
      const found = parseCopied(text)
      if (!found || found.nodes.length === 0) return false
      const { ops, ids } = pasteOps(store.current().graph, found)
      store.edit(ops)
      store.select(ids)
      return true
    },
    duplicate() {
      const { graph } = store.current()
      const { ops, ids } = pasteOps(graph, parseCopied(copied())!)
      store.edit(ops)
      store.select(ids)
    },
    selectAll() {
      const { graph } = store.current()
      store.select(
        graph.nodes.map(({ id }) => id),
        graph.edges.map(({ id }) => id),
      )
    },
    async layout() {
      try {
        const { graph } = store.current()
        store.edit(movedTo(graph, await autoLayout(graph)))
      } catch (error) {
        toasts.error(errorMessage(error))
      }
    },
  }
}

export type Commands = ReturnType<typeof commandsOf>
