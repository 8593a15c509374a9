import { type Column, Table } from '../../../components/list/table.tsx'
import type { OperationError } from '../spec/operation.ts'

const columnsWith = (code: Column<OperationError>['cell']): Column<OperationError>[] => [
  { id: 'status', header: 'Status', cell: ({ status }) => <span className="number">{status || ''}</span> },
  { id: 'code', header: 'Code', cell: code },
  {
    id: 'type',
    header: 'Type',
    cell: ({ type }) => <span className="muted">{type.replaceAll('_', ' ')}</span>,
  },
]

const linked = columnsWith(({ code }) => (
  <a href={`#error/${code}`}>
    <code>{code}</code>
  </a>
))
const withAnchors = columnsWith(({ code }) => <code id={`error/${code}`}>{code}</code>)

type ErrorTableProps = {
  label: string
  /** Undefined while they load. */
  errors: readonly OperationError[] | undefined
  /** The table of all codes, which the others link to. */
  isIndex?: boolean
}

/** Error codes with the status they come with. */
export const ErrorTable = ({ label, errors, isIndex = false }: ErrorTableProps) => (
  <Table label={label} columns={isIndex ? withAnchors : linked} rows={errors} keyOf={({ code }) => code} />
)
