// Infers a JSON Schema from sample records.
const typeOf = (value) =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'array'
      : Number.isInteger(value)
        ? 'integer'
        : typeof value

const isDate = (value) =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2}))?$/.test(value)

function describe(values, notes, name) {
  const types = [...new Set(values.map(typeOf))].sort()
  const merged = types.includes('number') ? types.filter((type) => type !== 'integer') : types
  if (merged.filter((type) => type !== 'null').length > 1)
    notes.push(`${name} has several types: ${merged.join(', ')}`)
  const schema = { type: merged.length === 1 ? merged[0] : merged }
  if (values.every(isDate))
    schema.format = values.every((value) => value.length === 10) ? 'date' : 'date-time'
  const distinct = [...new Set(values)]
  if (
    schema.type === 'string' &&
    !schema.format &&
    values.length >= 6 &&
    distinct.length <= values.length / 3
  )
    schema.enum = distinct.sort()
  if (schema.type === 'object') return { ...schema, ...fieldsOf(values, notes, `${name}.`) }
  if (schema.type === 'array')
    schema.items = describe(values.flat().length ? values.flat() : [''], notes, `${name}[]`)
  return schema
}

function fieldsOf(records, notes, prefix = '') {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))]
  const properties = {}
  const required = []
  for (const name of names) {
    const values = records.filter((record) => name in record).map((record) => record[name])
    properties[name] = describe(values, notes, prefix + name)
    if (values.length === records.length) required.push(name)
    else notes.push(`${prefix}${name} is in ${values.length} of ${records.length} records`)
  }
  return { properties, required }
}

function main({ input }) {
  const records = input.records
  const notes = []
  return { schema: { type: 'object', ...fieldsOf(records, notes) }, notes }
}
