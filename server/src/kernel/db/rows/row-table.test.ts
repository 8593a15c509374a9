import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts'
import { type Statement, sql, sqlText } from '../db.ts'
import { storableJson } from '../json.ts'
import { column, jsonColumn, rowFormat, rowTable } from './row-table.ts'

let database: TestDatabase
before(async () => {
  database = await createTestDatabase(1)
})
after(() => database.drop())

type Row = { id: string; count: number | null; at: Date; isOpen?: boolean; name: string; data: unknown }

const columns = {
  data: jsonColumn(({ data }: Row) => storableJson(data)),
  id: column('uuid', ({ id }: Row) => id),
  count: column('bigint', ({ count }: Row) => count),
  at: column('timestamptz', ({ at }: Row) => at),
  is_open: column('boolean', ({ isOpen }: Row) => isOpen),
  name: column('text', ({ name }: Row) => name),
}
const id = '01a1ea51-9f89-78da-a1fd-6ac5d3f4aa5f'
const at = new Date('2026-11-17T16:00:00.123Z')

test('rows come back with their types, in their order, between other parameters', async () => {
  const table = rowTable<Row>('item', columns, { ordinality: 'place' })
  const rows: Row[] = [
    { id, count: 9_007_199_254_740_991, at, isOpen: true, name: 'a "b" \\ c', data: { n: [1, null] } },
    { id, count: null, at, name: '', data: null },
  ]
  const found = await database.db.rows(sql`
    select ${'before'}::text as before, item.*, pg_typeof(data)::text as type, ${'after'}::text as after
    from ${table(rows)} order by place`)
  const common = { before: 'before', id, at: at.toISOString(), type: 'jsonb', after: 'after' }
  assert.deepEqual(found, [
    {
      ...common,
      count: 9_007_199_254_740_991,
      is_open: true,
      name: 'a "b" \\ c',
      data: { n: [1, null] },
      place: 1,
    },
    { ...common, count: null, is_open: null, name: '', data: null, place: 2 },
  ])
})

test('texts that the database cannot store have U+FFFD in place of what it refuses', async () => {
  const table = rowTable<string>('item', { name: column('text', (name) => name) })
  const found = await database.db.rows(sql`select * from ${table(['a\0b', '\ud800', '\\u0000', '😀'])}`)
  assert.deepEqual(
    found,
    ['a\ufffdb', '\ufffd', '\\u0000', '😀'].map((name) => ({ name })),
  )
})

test('no rows are an empty table, and rows inside of rows are read from their column', async () => {
  const inner = rowFormat<{ data: unknown }>({ data: jsonColumn(({ data }) => storableJson(data)) })
  const outer = rowTable<{ id: string; list: { data: unknown }[] }>('item', {
    id: column('uuid', (row) => row.id),
    list: jsonColumn(({ list }) => inner.toJson(list)),
  })
  const read = (table: Statement) =>
    database.db.rows(sql`
      select id, part.data from ${table} cross join lateral (
        select ${sqlText(inner.columns)} from jsonb_array_elements(item.list) as part_row (v)) as part`)
  assert.deepEqual(await read(outer([])), [])
  const found = await read(
    outer([
      { id, list: [{ data: 1 }, { data: 'x' }] },
      { id, list: [] },
    ]),
  )
  assert.deepEqual(found, [
    { id, data: 1 },
    { id, data: 'x' },
  ])
})
