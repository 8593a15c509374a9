import type { LlmCall } from '@stoa/sdk'
import { Chip } from '../../../components/feedback/status.tsx'
import { creditsColumn, durationColumn, timeColumn } from '../../../components/list/run-columns.tsx'
import type { Column } from '../../../components/list/table.tsx'
import { formatDuration } from '../../../components/text/format-duration.ts'
import { formatAmount } from '../../../components/text/format-number.ts'
import { userColumn } from '../../../features/end-users/user-column.tsx'
import { ModelName } from '../../../features/models/model-name.tsx'
import { CallState, kindNames } from './call-state.tsx'

export const hiddenByDefault = ['kind', 'provider']

const inMs = (ms: number | null) => (
  <span className="number">{ms === null ? <span className="muted">–</span> : formatDuration(ms)}</span>
)

type NameOf = (id: string) => string | undefined

export const callColumns = (userName: NameOf, modelName: NameOf): Column<LlmCall>[] => [
  {
    id: 'model',
    header: 'Model',
    cell: ({ requestedModel, servedModel }) => (
      <span className="call-model">
        <ModelName id={servedModel ?? requestedModel} name={modelName(servedModel ?? requestedModel)} />
        {servedModel !== null && servedModel !== requestedModel && (
          <Chip>instead of {modelName(requestedModel) ?? requestedModel}</Chip>
        )}
      </span>
    ),
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ status, error }) => (
      <span className="call-state">
        <CallState status={status} />
        {error && <code className="muted">{error.code}</code>}
      </span>
    ),
  },
  { id: 'kind', header: 'Kind', rank: 3, cell: ({ kind }) => kindNames[kind] },
  { id: 'provider', header: 'Provider', rank: 3, cell: ({ provider }) => provider },
  {
    id: 'tokens',
    header: 'Tokens',
    align: 'end',
    rank: 2,
    cell: ({ usage }) => (
      <span className="number" title="Input and output tokens">
        {formatAmount(usage.promptTokens)} + {formatAmount(usage.completionTokens)}
      </span>
    ),
  },
  {
    id: 'first',
    header: 'First token',
    align: 'end',
    rank: 3,
    cell: ({ firstTokenMs }) => inMs(firstTokenMs),
  },
  durationColumn(({ totalMs }) => totalMs),
  creditsColumn(({ usage }) => (usage.unpriced ? null : usage.credits), 2),
  userColumn(userName, 3),
  timeColumn(),
]
