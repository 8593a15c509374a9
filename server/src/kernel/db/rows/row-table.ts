import { type Statement, sqlWith } from '../db.ts'
import { storableJson } from '../json.ts'

type Column<Row> = { type: string; of(row: Row): unknown; isJson?: true }

/** A value of a type of the database. */
export const column = <Row>(type: string, of: (row: Row) => unknown): Column<Row> => ({ type, of })

/** A value that is JSON already, as `storableJson` writes it: the database reads it once, with everything around it. */
export const jsonColumn = <Row>(of: (row: Row) => string): Column<Row> => ({
  type: 'jsonb',
  of,
  isJson: true,
})

type NamedColumn<Row> = Column<Row> & { name: string }

function read({ name, type, isJson }: NamedColumn<never>, at: number): string {
  if (isJson) return `v->${at} as ${name}`
  return type === 'text' ? `v->>${at} as ${name}` : `(v->>${at})::${type} as ${name}`
}

/**
 * How rows are written as JSON, and how a statement reads the columns of each, which it calls `v`. A row is an array: what
 * is JSON already comes last in it, so that the other values are written together.
 */
export function rowFormat<Row>(columns: Record<string, Column<Row>>) {
  const named = Object.entries(columns).map(([name, each]) => ({ name, ...each }))
  const values = named.filter(({ isJson }) => !isJson)
  const jsons = named.filter(({ isJson }) => isJson)
  const toJson = (row: Row): string => {
    const written = jsons.map(({ of }) => of(row))
    // Without the brackets.
    if (values.length > 0) written.unshift(storableJson(values.map(({ of }) => of(row))).slice(1, -1))
    return `[${written.join(',')}]`
  }
  return {
    toJson: (rows: readonly Row[]): string => `[${rows.map(toJson).join(',')}]`,
    columns: [...values, ...jsons].map(read).join(', '),
  }
}

/**
 * Rows as a table of a statement, all of them in one parameter. `unnest` takes an array for each column and materializes
 * every one of them, which took up to twice as long as the statement around it.
 */
export function rowTable<Row>(
  name: string,
  columns: Record<string, Column<Row>>,
  { ordinality }: { ordinality?: string } = {},
) {
  const format = rowFormat(columns)
  // The limit is for the planner, which expects a tenth of a hundred rows by it: few enough to look up their keys.
  const text = ordinality
    ? `(select ${format.columns}, ${ordinality}
    from jsonb_array_elements($1::jsonb) with ordinality as batch_row (v, ${ordinality}) limit $2) as ${name}`
    : `(select ${format.columns} from jsonb_array_elements($1::jsonb) as batch_row (v) limit $2) as ${name}`
  return (rows: readonly Row[]): Statement => sqlWith(text, [format.toJson(rows), rows.length])
}
