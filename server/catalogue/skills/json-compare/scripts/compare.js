// Lists differences between two JSON values by JSON pointer.
const typeOf = (value) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)
const escaped = (name) => String(name).replaceAll('~', '~0').replaceAll('/', '~1')

function byKey(list, key) {
  return Object.fromEntries(list.map((item, i) => [item && item[key] !== undefined ? item[key] : i, item]))
}

function compare(before, after, path, key, found) {
  const types = [typeOf(before), typeOf(after)]
  if (types[0] !== types[1]) {
    found.push({ path, change: 'type', before, after })
    return
  }
  if (types[0] !== 'object' && types[0] !== 'array') {
    if (before !== after) found.push({ path, change: 'value', before, after })
    return
  }
  const [left, right] =
    types[0] === 'array' && key ? [byKey(before, key), byKey(after, key)] : [before, after]
  for (const name of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const at = `${path}/${escaped(name)}`
    if (!(name in right)) found.push({ path: at, change: 'removed', before: left[name] })
    else if (!(name in left)) found.push({ path: at, change: 'added', after: right[name] })
    else compare(left[name], right[name], at, key, found)
  }
}

function main({ input }) {
  const changes = []
  compare(input.before, input.after, '', input.key, changes)
  return { isEqual: changes.length === 0, changes }
}
