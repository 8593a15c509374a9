import { SelectField, TextField } from '../../../../components/form/field.tsx'
import { SegmentedControl } from '../../../../components/form/segmented-control.tsx'
import { useEditorState } from '../../canvas/editor-context.ts'
import { ExpressionField } from '../expression-field.tsx'
import { JsonOrExpressionField } from '../json-or-expression-field.tsx'
import { KeyValueField } from '../key-value-field.tsx'
import { numberIn, numberOrNone, orNone, textIn, usePanelNode } from '../panel-context.ts'
import { SchemaJsonField } from '../schema-json-field.tsx'

const timeouts = [
  { value: 'fail', label: 'Fail the execution' },
  { value: 'approve', label: 'Approve' },
  { value: 'reject', label: 'Reject' },
]

const deciders = [
  { value: 'operator', label: 'The team' },
  { value: 'end_user', label: 'The end user' },
  { value: 'both', label: 'Either' },
]

export function HumanWaitForm() {
  const { node, change } = usePanelNode()
  return (
    <>
      <ExpressionField
        label="Message"
        value={textIn(node.humanMessage)}
        path="/humanMessage"
        lines={{ min: 3, max: 12 }}
        onChange={(humanMessage) => change({ humanMessage }, 'humanMessage')}
        hint="What the person decides about."
      />
      <TextField
        label="Assignee"
        name="assignee"
        value={textIn(node.assignee)}
        placeholder="Anyone in the project"
        onChange={(text) => change({ assignee: orNone(text) }, 'assignee')}
      />
      <SelectField
        label="Answered by"
        name="decidedBy"
        value={textIn(node.decidedBy) || 'operator'}
        choices={deciders}
        hint="The end user is the one whom the execution acts for."
        onChange={(decidedBy) => change({ decidedBy }, 'decidedBy')}
      />
      <div className="form-pair">
        <TextField
          label="Timeout (seconds)"
          name="timeoutSec"
          type="number"
          value={numberIn(node.timeoutSec)}
          placeholder="None"
          onChange={(text) => change({ timeoutSec: numberOrNone(text) }, 'timeoutSec')}
        />
        <SelectField
          label="On timeout"
          name="onTimeout"
          value={textIn(node.onTimeout) || 'fail'}
          choices={timeouts}
          onChange={(onTimeout) => change({ onTimeout }, 'onTimeout')}
        />
      </div>
      <SchemaJsonField
        label="Form"
        value={node.inputSchema}
        hint="A JSON Schema of the form shown with the approval."
        onChange={(inputSchema) => change({ inputSchema }, 'inputSchema')}
      />
    </>
  )
}

const loopKinds = [
  { value: 'over', label: 'For each item' },
  { value: 'while', label: 'While' },
]

export function LoopForm() {
  const { node, change } = usePanelNode()
  const isWhile = node.while !== undefined
  return (
    <>
      <SegmentedControl
        label="Kind of loop"
        value={isWhile ? 'while' : 'over'}
        choices={loopKinds}
        onChange={(kind) =>
          change(
            kind === 'while'
              ? { while: 'index < 3', over: undefined }
              : { over: '{{ input.items }}', while: undefined },
            'kind',
          )
        }
      />
      {isWhile ? (
        <ExpressionField
          key="while"
          label="Condition *"
          kind="condition"
          value={textIn(node.while)}
          path="/while"
          onChange={(text) => change({ while: text }, 'while')}
          hint="index counts from 0; previous is the output of the last iteration."
        />
      ) : (
        <ExpressionField
          key="over"
          label="List *"
          value={textIn(node.over)}
          path="/over"
          onChange={(over) => change({ over }, 'over')}
          hint="The body runs once for each item, with item and index."
        />
      )}
      <TextField
        label="Max iterations"
        name="max"
        type="number"
        value={numberIn(node.max)}
        placeholder="1000"
        onChange={(text) => change({ max: numberOrNone(text) }, 'max')}
      />
      <JsonOrExpressionField
        label="Output of an iteration"
        value={node.output}
        path="/output"
        hint="Without it, the output of the last node of the body."
        onChange={(output) => change({ output }, 'output')}
      />
    </>
  )
}

const waitKinds = [
  { value: 'seconds', label: 'Time' },
  { value: 'until', label: 'Date' },
  { value: 'event', label: 'Event' },
]
const waitDefaults = { seconds: 60, until: '{{ now }}', event: 'approved' }

export function WaitForm() {
  const { node, change } = usePanelNode()
  const kind = node.event === undefined ? (node.until === undefined ? 'seconds' : 'until') : 'event'
  const none = { seconds: undefined, until: undefined, event: undefined, timeoutSec: undefined }
  return (
    <>
      <SegmentedControl
        label="Wait for"
        value={kind}
        choices={waitKinds}
        onChange={(next) =>
          change({ ...none, [next]: waitDefaults[next as keyof typeof waitDefaults] }, 'kind')
        }
      />
      {kind === 'seconds' && (
        <ExpressionField
          label="Seconds"
          value={String(node.seconds ?? '')}
          path="/seconds"
          onChange={(text) => change({ seconds: numberOrNone(text) ?? orNone(text) }, 'seconds')}
        />
      )}
      {kind === 'until' && (
        <ExpressionField
          label="Until"
          value={textIn(node.until)}
          path="/until"
          onChange={(text) => change({ until: orNone(text) }, 'until')}
          hint="A date, such as 2026-12-24T08:00:00Z, or an expression that gives one."
        />
      )}
      {kind === 'event' && (
        <>
          <TextField
            label="Event"
            name="event"
            value={textIn(node.event)}
            onChange={(event) => change({ event }, 'event')}
            hint="Resumes when this event is sent to the execution."
          />
          <TextField
            label="Timeout (seconds)"
            name="timeoutSec"
            type="number"
            value={numberIn(node.timeoutSec)}
            placeholder="None"
            onChange={(text) => change({ timeoutSec: numberOrNone(text) }, 'timeoutSec')}
          />
        </>
      )}
    </>
  )
}

const joinModes = [
  { value: 'all', label: 'All paths' },
  { value: 'any', label: 'The first path' },
  { value: 'count', label: 'A number of paths' },
]

export function JoinForm() {
  const { node, change } = usePanelNode()
  const { graph } = useEditorState()
  const incoming = graph.edges.filter(({ to }) => to === node.id).length
  const count = typeof node.mode === 'number' ? node.mode : null
  return (
    <>
      <SelectField
        label="Continue after"
        name="mode"
        value={count === null ? textIn(node.mode) || 'all' : 'count'}
        choices={joinModes}
        hint={count === null && node.mode !== 'any' ? undefined : 'The other paths are cancelled.'}
        onChange={(mode) => change({ mode: mode === 'count' ? Math.max(1, incoming - 1) : mode }, 'mode')}
      />
      {count !== null && (
        <TextField
          label={`Paths, of ${incoming}`}
          name="count"
          type="number"
          value={String(count)}
          onChange={(text) => change({ mode: Math.max(1, Math.trunc(numberOrNone(text) ?? 1)) }, 'mode')}
        />
      )}
    </>
  )
}

export function EndForm() {
  const { node, change } = usePanelNode()
  return (
    <>
      <JsonOrExpressionField
        label="Result"
        value={node.output}
        path="/output"
        hint="JSON with expressions. Without it, the output of the nodes before it."
        onChange={(output) => change({ output }, 'output')}
      />
      <ResponseFields />
    </>
  )
}

/** How a webhook that responds with the result sends it. */
function ResponseFields() {
  const { node, change } = usePanelNode()
  const response = (node.response ?? {}) as Record<string, unknown>
  const set = (fields: Record<string, unknown>) => {
    const next = Object.entries({ ...response, ...fields }).filter(([, value]) => value !== undefined)
    change({ response: next.length === 0 ? undefined : Object.fromEntries(next) }, 'response')
  }
  return (
    <>
      <ExpressionField
        label="Status of the webhook response"
        value={textIn(response.status)}
        path="/response/status"
        hint="200 without it, 303 for a redirect."
        onChange={(status) => set({ status: orNone(status) })}
      />
      <KeyValueField
        label="Headers of the webhook response"
        noun="X-Header"
        value={response.headers}
        path="/response/headers"
        onChange={(headers) => set({ headers })}
      />
      <ExpressionField
        label="Redirect of the webhook response"
        value={textIn(response.redirect)}
        path="/response/redirect"
        hint="An http or https URL."
        onChange={(redirect) => set({ redirect: orNone(redirect) })}
      />
    </>
  )
}
