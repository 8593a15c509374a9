import { SelectField, TextField } from '../../../components/form/field.tsx'
import type { NodeType } from '../graph/types.ts'
import { ExpressionField } from './expression-field.tsx'
import { numberIn, numberOrNone, orNone, textIn, usePanelNode } from './panel-context.ts'

const withAll: readonly NodeType[] = ['action', 'http', 'code', 'llm', 'llm_agent', 'loop', 'subflow', 'set']
const withSome: readonly NodeType[] = ['human_wait', 'wait']

export const hasOptions = (type: NodeType): boolean => withAll.includes(type) || withSome.includes(type)

const errorChoices = [
  { value: '', label: 'Stop the execution' },
  { value: 'continue', label: 'Continue with output null' },
  { value: 'route', label: 'Follow the error path' },
]
const uncertainChoices = [
  { value: '', label: 'Ask a user' },
  { value: 'again', label: 'Run it again' },
  { value: 'fail', label: 'Fail' },
]

/** What nodes have in common: when they run, how often, and what follows an error. */
export function OptionsForm() {
  const { node, change } = usePanelNode()
  const isFull = withAll.includes(node.type)
  return (
    <>
      <ExpressionField
        label="Run only if"
        kind="condition"
        value={textIn(node.runIf)}
        path="/runIf"
        onChange={(text) => change({ runIf: orNone(text) }, 'runIf')}
      />
      {isFull && node.type !== 'loop' && <ForEachFields />}
      {isFull && <RetryFields />}
      <SelectField
        label="On error"
        name="onError"
        value={node.onError === 'stop' ? '' : textIn(node.onError)}
        choices={errorChoices}
        onChange={(onError) => change({ onError: orNone(onError) }, 'onError')}
      />
      {(node.type === 'action' || node.type === 'http') && (
        <SelectField
          label="If it may have run already"
          name="onUncertain"
          value={node.onUncertain === 'ask' ? '' : textIn(node.onUncertain)}
          choices={uncertainChoices}
          hint="After a lost worker, when it is not known whether a call with side effects was made."
          onChange={(onUncertain) => change({ onUncertain: orNone(onUncertain) }, 'onUncertain')}
        />
      )}
    </>
  )
}

function ForEachFields() {
  const { node, change } = usePanelNode()
  return (
    <>
      <ExpressionField
        label="Run for each item of"
        value={textIn(node.forEach)}
        path="/forEach"
        onChange={(text) => change({ forEach: orNone(text) }, 'forEach')}
        hint="A list. The output is the list of outputs."
      />
      {textIn(node.forEach) !== '' && (
        <TextField
          label="In parallel"
          name="concurrency"
          type="number"
          value={numberIn(node.concurrency)}
          placeholder="1"
          onChange={(text) => change({ concurrency: numberOrNone(text) }, 'concurrency')}
        />
      )}
    </>
  )
}

type Retry = { max: number; backoff?: number; factor?: number; maxBackoff?: number }

function RetryFields() {
  const { node, change } = usePanelNode()
  const retry = node.retry as Retry | undefined
  const put = (patch: Partial<Retry>) => {
    const next = { max: 0, ...retry, ...patch }
    change({ retry: next.max > 0 ? next : undefined }, 'retry')
  }
  return (
    <div className="form-pair">
      <TextField
        label="Retries"
        name="retryMax"
        type="number"
        value={numberIn(retry?.max)}
        placeholder="0"
        onChange={(text) => put({ max: numberOrNone(text) ?? 0 })}
      />
      <TextField
        label="Timeout (seconds)"
        name="timeoutSec"
        type="number"
        value={numberIn(node.timeoutSec)}
        placeholder="None"
        onChange={(text) => change({ timeoutSec: numberOrNone(text) }, 'timeoutSec')}
      />
      {retry && (
        <TextField
          label="Backoff (ms)"
          name="retryBackoff"
          type="number"
          value={numberIn(retry.backoff)}
          placeholder="1000"
          onChange={(text) => put({ backoff: numberOrNone(text) ?? 1_000 })}
        />
      )}
    </div>
  )
}
