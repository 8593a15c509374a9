import type { ThreadComparison } from '@stoa/sdk'
import { JsonTree } from '../../../components/code/json-tree.tsx'
import { parsedJson } from '../../../components/code/parsed-json.ts'
import { Status, type StatusKind } from '../../../components/feedback/status.tsx'
import { Card } from '../../../components/layout/page.tsx'
import { NamedTool } from '../../../features/tools/named-tool.tsx'

type Difference = ThreadComparison['toolCalls'][number]

const labels: Record<Difference['change'], { kind: StatusKind; label: string }> = {
  same: { kind: 'good', label: 'Same' },
  changed: { kind: 'warn', label: 'Changed' },
  left: { kind: 'off', label: 'Left only' },
  right: { kind: 'off', label: 'Right only' },
}

/** Which tools both called, and where the calls differ. */
export const CallDifferences = ({ calls }: { calls: readonly Difference[] }) => (
  <Card title="Tool calls">
    {calls.length === 0 ? (
      <p className="muted">No tool was called in either.</p>
    ) : (
      <ul className="compare-calls">
        {calls.map(({ change, name, left, right }, at) => (
          <li key={at}>
            <p className="row">
              <span>
                <NamedTool slug={name} />
              </span>
              <Status kind={labels[change].kind}>{labels[change].label}</Status>
            </p>
            {change !== 'same' && (
              <div className="compare">
                <OneCall side="Left" call={left} />
                <OneCall side="Right" call={right} />
              </div>
            )}
          </li>
        ))}
      </ul>
    )}
  </Card>
)

const withParsedResult = (call: unknown): unknown =>
  typeof call === 'object' && call !== null && 'result' in call
    ? { ...call, result: parsedJson(call.result) }
    : call

const OneCall = ({ side, call }: { side: string; call: unknown }) =>
  call === null || call === undefined ? (
    <p className="muted small">{side}: not called</p>
  ) : (
    <JsonTree value={withParsedResult(call)} label={`${side} call`} />
  )
