import { CsvError, parse } from 'csv-parse/sync'
import { AppError } from '../../../../kernel/errors.ts'
import { batchSize, type ImportTestsBody, TestInput } from '../../schema/eval.ts'

type Line = { no: number; value: unknown }

/** Tests of a file. A line that is none is named, and nothing of the file is stored. */
export function parseTests({ format, content }: ImportTestsBody): TestInput[] {
  const lines = format === 'csv' ? csvLines(content) : jsonLines(content)
  if (lines.length === 0) throw refused(1, 'there is no test in it')
  if (lines.length > batchSize)
    throw new AppError('invalid_parameter', `A file can have ${batchSize} tests`, {
      details: [
        { in: 'body', path: '/content', rule: 'max', message: `must have at most ${batchSize} tests` },
      ],
      hint: 'Split it into several files.',
    })
  return lines.map(({ no, value }) => {
    const { success, data, error } = TestInput.safeParse(value)
    if (success) return data
    const [issue] = error.issues
    throw refused(no, [issue!.path.join('.'), issue!.message].filter(Boolean).join(': '))
  })
}

function jsonLines(content: string): Line[] {
  return content
    .split('\n')
    .map((text, i) => ({ text: text.trim(), no: i + 1 }))
    .filter(({ text }) => text !== '')
    .map(({ text, no }) => {
      try {
        return { no, value: JSON.parse(text) as unknown }
      } catch {
        throw refused(no, 'is no JSON')
      }
    })
}

function csvLines(content: string): Line[] {
  try {
    const rows = parse(content, { columns: true, bom: true, trim: true, skip_empty_lines: true, info: true })
    return (rows as unknown as { record: Record<string, string>; info: { lines: number } }[]).map(
      ({ record, info }) => ({ no: info.lines, value: fieldsOf(record) }),
    )
  } catch (error) {
    if (error instanceof CsvError) throw refused(error.lines as number, error.message.replace(/\.$/, ''))
    throw error
  }
}

/** Cells are texts; an empty one is none. */
const fieldsOf = (record: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(record)
      .filter(([, cell]) => cell !== '')
      .map(([name, cell]) => {
        if (name === 'k') return [name, Number(cell)]
        if (name === 'isRequired') return [name, /^(?:true|1|yes)$/i.test(cell)]
        return [name, cell]
      }),
  )

const refused = (line: number, message: string) =>
  new AppError('invalid_parameter', `Line ${line}: ${message}`, {
    details: [{ in: 'body', path: '/content', rule: 'format', message: `line ${line}: ${message}` }],
    hint: 'A test has query and one of sourceKey, chunkId and mustContain.',
  })
