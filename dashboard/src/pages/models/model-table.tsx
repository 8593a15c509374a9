import { Chips } from '../../components/feedback/status.tsx'
import { LongTable } from '../../components/list/long-table.tsx'
import type { Column, Sort } from '../../components/list/table.tsx'
import { ModelAvailability } from '../../features/models/model-availability.tsx'
import { ModelName } from '../../features/models/model-name.tsx'
import { type AiModel, perMillion, perUnit, tokens } from '../../features/models/prices.ts'
import { providerName } from '../../features/models/provider-state.tsx'
import { ServiceLogo } from '../../features/toolkits/logos/service-logo.tsx'
import { ModelSwitch } from './model-switch.tsx'
import './model-table.css'

type ModelTableProps = {
  /** Media models have one price and neither tokens nor reasoning. */
  isMedia: boolean
  models: readonly AiModel[] | undefined
  sort: Sort
  onSort(sort: Sort): void
  onOpen(model: AiModel): void
}

/** Catalogues have hundreds of models, and every row has a switch. */
export const ModelTable = ({ isMedia, models, ...rest }: ModelTableProps) => (
  <div className="stack">
    <LongTable
      {...rest}
      label="Models"
      columns={[...firstColumns, ...(isMedia ? mediaColumns : chatColumns), switchColumn]}
      rows={models}
      keyOf={({ id }) => id}
    />
    {models && (
      <p className="muted number" role="status">
        {models.length} models, {models.filter(({ isAvailable }) => isAvailable).length} available
      </p>
    )}
  </div>
)

const firstColumns: Column<AiModel>[] = [
  {
    id: 'name',
    header: 'Model',
    sortBy: 'name',
    cell: ({ modelId, name, provider }) => (
      <span className="model-name">
        <ServiceLogo slug={provider} name={providerName(provider)} size="small" />
        <ModelName id={modelId} name={name} />
      </span>
    ),
  },
  {
    id: 'provider',
    header: 'Provider',
    sortBy: 'provider',
    rank: 2,
    cell: ({ provider }) => <span className="muted one-line">{providerName(provider)}</span>,
  },
  {
    id: 'availability',
    header: 'Availability',
    sortBy: 'availability',
    cell: (model) => <ModelAvailability model={model} />,
  },
]

const chatColumns: Column<AiModel>[] = [
  {
    id: 'reasoning',
    header: 'Reasoning',
    rank: 3,
    cell: ({ supportsReasoning }) => (supportsReasoning ? 'Yes' : <span className="muted">No</span>),
  },
  {
    id: 'context',
    header: 'Context',
    sortBy: 'context',
    align: 'end',
    rank: 2,
    cell: ({ contextLength }) => <span className="number">{tokens(contextLength)}</span>,
  },
  {
    id: 'input',
    header: 'Input',
    sortBy: 'input',
    align: 'end',
    rank: 2,
    cell: ({ pricing }) => <span className="number">{perMillion(pricing.input)}</span>,
  },
  {
    id: 'output',
    header: 'Output',
    sortBy: 'output',
    align: 'end',
    rank: 2,
    cell: ({ pricing }) => <span className="number">{perMillion(pricing.output)}</span>,
  },
]

const mediaColumns: Column<AiModel>[] = [
  {
    id: 'takes',
    header: 'Input modalities',
    rank: 3,
    cell: ({ architecture }) => <Chips items={architecture.inputModalities} none="unknown" />,
  },
  {
    id: 'input',
    header: 'Price',
    sortBy: 'input',
    align: 'end',
    rank: 2,
    cell: (model) => <span className="number">{perUnit(model)}</span>,
  },
]

const switchColumn: Column<AiModel> = {
  id: 'state',
  header: 'Enabled',
  align: 'end',
  cell: (model) => <ModelSwitch model={model} />,
}
