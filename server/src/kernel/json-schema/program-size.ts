/** The start of a group: a plain parenthesis, one with flags, or one with a name. */
const opening = /\((?:\?(?:P?<\w+>|[a-zA-Z-]*:?))?/y
const repetition = /[*+?]|\{(\d+)(,(\d*))?\}/y
const namedClass = /\[:\^?\w+:\]/y
/** An escape that takes more than the character behind the backslash. */
const longEscape = /\\(?:[pP]\{[^}]*\}|[pP].|x\{[0-9a-fA-F]*\}|x[0-9a-fA-F]{2}|[0-7]{1,3}|[\s\S])/y

type Group = { size: number; last: number }

/**
 * How many instructions the engine compiles a pattern into, or more; counted in one walk, without compiling. Repetitions
 * are written out, so ten characters can mean a hundred thousand instructions.
 */
export function programSizeOf(source: string): number {
  const open: Group[] = []
  let group: Group = { size: 0, last: 0 }
  const add = (size: number) => {
    group.size += size
    group.last = size
  }
  const matched = (form: RegExp, at: number) => {
    form.lastIndex = at
    return form.exec(source)
  }
  for (let at = 0; at < source.length; ) {
    const repeated = matched(repetition, at)
    if (repeated) {
      group.size += group.last * (timesOf(repeated) - 1)
      group.last *= timesOf(repeated)
      at += repeated[0].length
    } else if (source[at] === '(') {
      open.push(group)
      group = { size: 2, last: 0 }
      at += matched(opening, at)![0].length
    } else if (source[at] === ')') {
      const { size } = group
      group = open.pop() ?? { size: 0, last: 0 }
      add(size)
      at++
    } else if (source.startsWith('\\Q', at)) {
      const end = source.indexOf('\\E', at)
      add(1)
      group.size += (end < 0 ? source.length : end) - at
      at = end < 0 ? source.length : end + 2
    } else {
      add(1)
      at = source[at] === '[' ? endOfClass(at) : at + (matched(longEscape, at)?.[0].length ?? 1)
    }
  }
  return open.reduce((sum, { size }) => sum + size, group.size)

  function endOfClass(start: number): number {
    let at = start + (source[start + 1] === '^' ? 2 : 1)
    if (source[at] === ']') at++
    while (at < source.length && source[at] !== ']')
      at += (matched(namedClass, at) ?? matched(longEscape, at))?.[0].length ?? 1
    return at + 1
  }
}

/** Each optional repetition is a separate choice beside what it repeats. */
function timesOf([text, from, range, to]: RegExpExecArray): number {
  if (from === undefined) return text === '+' ? 2 : 3
  const least = Number(from)
  if (range === undefined) return Math.max(1, least)
  const most = to ? Number(to) : least + 1
  return Math.max(1, least) + 2 * Math.max(0, most - least)
}
