import { useEffect, useRef, useState } from 'react'
import type { EditorCompletions } from '../../../components/code/editor/editor.tsx'
import { actAs, useApiAs } from '../../../features/end-users/act-as.ts'
import { checkPath, completePath } from '../../../features/workflows/workflows-api.ts'
import { useRead } from '../../../project.ts'
import { useEditor } from '../canvas/editor-context.ts'
import { toApiGraph } from '../editor/to-graph.ts'
import { usePanelNode } from './panel-context.ts'

type ExpressionContext = { kind: 'template' | 'condition'; isOnEdge: boolean }

export type ExpressionCheck = {
  error: string | undefined
  warning: string | undefined
  /** What it gives on the data of the sample execution, else its type. */
  preview: string | undefined
}

// Long enough for a word to be typed.
const pauseMs = 350

function usePaused(value: string): string {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return paused
}

/** What the server says about an expression; null for a text without one, and until it has said something. */
export function useExpressionCheck(
  value: string,
  { kind, isOnEdge }: ExpressionContext,
): ExpressionCheck | null {
  const { store } = useEditor()
  const { workflowId, node, sampleId } = usePanelNode()
  const text = usePaused(value)
  const isEnabled = text.trim() !== '' && (kind === 'condition' || text.includes('{{'))
  const { data } = useRead(
    ['workflows', 'expression', workflowId, node.id, kind, isOnEdge, text, sampleId],
    (api, signal) =>
      actAs(api).post(checkPath, {
        params: { id: workflowId },
        body: {
          nodeId: node.id,
          text,
          kind,
          onEdge: isOnEdge,
          graph: toApiGraph(store.current().graph),
          ...(sampleId ? { executionId: sampleId } : {}),
        },
        signal,
      }),
    { isEnabled },
  )
  if (!isEnabled || !data) return null
  const first = (severity: 'error' | 'warning') =>
    data.problems.find((each) => each.severity === severity)?.message
  return {
    error: first('error'),
    warning: first('warning') ?? data.valueError?.message,
    preview: 'value' in data ? JSON.stringify(data.value) : sampleId ? undefined : data.type,
  }
}

/** Completions from the server, which knows the shapes of inputs and outputs. */
export function useCompletions({ kind, isOnEdge }: ExpressionContext) {
  const api = useApiAs()
  const { store } = useEditor()
  const { workflowId, node } = usePanelNode()
  const line = useRef<AbortController>(null)
  return async (text: string, offset: number): Promise<EditorCompletions | null> => {
    line.current?.abort()
    line.current = new AbortController()
    try {
      const { replace, items } = await api.post(completePath, {
        params: { id: workflowId },
        body: {
          nodeId: node.id,
          text,
          offset,
          kind,
          onEdge: isOnEdge,
          graph: toApiGraph(store.current().graph),
        },
        signal: line.current.signal,
      })
      return { from: replace.from, to: replace.to, items }
    } catch {
      // Without them one types on.
      return null
    }
  }
}
