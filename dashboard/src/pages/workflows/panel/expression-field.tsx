import { CodeEditor } from '../../../components/code/editor/code-editor.tsx'
import { usePanelNode } from './panel-context.ts'
import { useCompletions, useExpressionCheck } from './use-expression-check.ts'
import './panel.css'

type ExpressionFieldProps = {
  label: string
  value: string
  onChange(value: string): void
  /** A condition has no braces. */
  kind?: 'template' | 'condition'
  /** The JSON pointer of the field in the node. */
  path?: string
  hint?: string | undefined
  lines?: { min: number; max: number }
  /** The condition of an edge that leaves the node: it sees its output. */
  isOnEdge?: boolean
  /** Beside the label. */
  action?: React.ReactNode
}

/** A text with expressions: completion while one types, and below it what it gives. */
export function ExpressionField({
  label,
  value,
  onChange,
  kind = 'template',
  path = '',
  hint,
  lines = { min: 1, max: 12 },
  isOnEdge = false,
  action,
}: ExpressionFieldProps) {
  const { faults, isReadOnly } = usePanelNode()
  const context = { kind, isOnEdge }
  const check = useExpressionCheck(value, context)
  const complete = useCompletions(context)
  const fault = check?.error ?? (check === null ? faults.get(path) : undefined) ?? null
  return (
    <div className="expression-field">
      <div className="expression-head">
        <span className="field-label">{label}</span>
        {action}
      </div>
      <CodeEditor
        label={label}
        language={kind === 'condition' ? 'javascript' : 'text'}
        value={value}
        onChange={onChange}
        isReadOnly={isReadOnly}
        isPlain
        complete={complete}
        lines={lines}
        error={fault}
        {...(hint === undefined ? {} : { hint })}
      />
      {fault === null && check?.preview !== undefined && (
        <output className="expression-preview">
          <span className="visually-hidden">Preview: </span>
          <span aria-hidden>= </span>
          <code className="truncate">{check.preview}</code>
        </output>
      )}
      {check?.warning && <p className="field-hint expression-warning">{check.warning}</p>}
    </div>
  )
}
