import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { multipart } from '../../../test/multipart.ts'
import { until } from '../../../test/until.ts'

const app = await startTestApp()
after(async () => {
  await app.app.runs.stop()
  await app.stop()
})

let project: TestProject
before(async () => {
  project = await app.newProject()
  app.app.runs.start()
})

let tables = 0
async function imported(content: string | Buffer, query = '') {
  const table = await project.admin.post('/api/v1/table/collections', { name: `Table ${++tables}` })
  const url = `/api/v1/table/collections/${table.body.data.id}/documents`
  const { body, headers } = multipart('rows.csv', content)
  const started = await project.admin.post(`${url}/import?${query}`, body, headers)
  assert.equal(started.status, 200, started.text)
  const done = await until(async () => {
    const { data } = (await project.admin.get(`${url}/import/${started.body.data.id}`)).body
    return ['completed', 'failed'].includes(data.status) ? data : null
  }, 'the import')
  const rows = (await project.admin.get(url)).body.data as { name: string; age: string }[]
  return { error: done.error as string | null, rows: rows.map(({ name, age }) => [name, age]) }
}

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')

describe('a CSV file as spreadsheets save it', () => {
  for (const [title, content, query] of [
    ['with semicolons and commas inside of quotes', '\ufeff"name";age\r\n"Müller, Jan; Söhne";36\r\n'],
    ['with a line that names the separator', 'sep=;\r\nname;age\r\n"Müller, Jan; Söhne";36\r\n'],
    ['with such a line and the delimiter given', 'sep=;\nname;age\n"Müller, Jan; Söhne";36', 'delimiter=;'],
    ['with tabs', 'name\tage\nMüller, Jan; Söhne\t36\n'],
    ['with bars and carriage returns', 'name|age\rMüller, Jan; Söhne|36\r'],
    [
      'with a line that names the separator and carriage returns',
      'sep=;\rname;age\r"Müller, Jan; Söhne";36\r',
    ],
    ['with semicolons below blank lines', '\r\n\r\nname;age\r\n"Müller, Jan; Söhne";36\r\n'],
    ['with commas', 'name,age\n"Müller, Jan; Söhne",36\n'],
    ['in UTF-16', utf16('name\tage\r\nMüller, Jan; Söhne\t36\r\n')],
    ['in UTF-16 with the high byte first', utf16('name\tage\r\nMüller, Jan; Söhne\t36\r\n').swap16()],
  ] as const)
    test(title, async () => {
      assert.deepEqual(await imported(content, query), { error: null, rows: [['Müller, Jan; Söhne', '36']] })
    })

  test('with a given delimiter, which is not detected', async () => {
    const { rows } = await imported('name,age;x\nMüller,36\n', 'delimiter=,')
    assert.deepEqual(rows, [['Müller', undefined]])
  })

  test('in Windows-1252 is refused, and says how to save it', async () => {
    const { error, rows } = await imported(Buffer.from('name;age\nMüller;36\n', 'latin1'))
    assert.match(error!, /save it as CSV UTF-8/)
    assert.deepEqual(rows, [])
  })

  test('with NUL in its first line is refused', async () => {
    const { error, rows } = await imported('na\0me;age\nMüller;36\n')
    assert.match(error!, /first line has a NUL/)
    assert.deepEqual(rows, [])
  })
})
