import { createRandom } from '../hostile-arguments.ts'

export type Shape = 'number' | 'string' | 'boolean' | 'numbers' | 'strings' | 'records'

/** Names that can be used at a place, by what they hold. */
type Names = { readonly [shape in Shape]: readonly string[] }

export type SourceOptions = {
  names: Names
  /** Of a hundred operands, how many are of any shape instead of the right one. */
  wrong: number
  /** Without what JavaScript does otherwise. */
  isShared: boolean
}

const shapes: readonly Shape[] = ['number', 'string', 'boolean', 'numbers', 'strings', 'records']

const mapShapes = (namesOf: (shape: Shape) => readonly string[]): Names => ({
  number: namesOf('number'),
  string: namesOf('string'),
  boolean: namesOf('boolean'),
  numbers: namesOf('numbers'),
  strings: namesOf('strings'),
  records: namesOf('records'),
})

/** Sources that come again with the same seed, most of them with operands of the right kinds. */
export function createSources(seed: number, options: SourceOptions) {
  const random = createRandom(seed)
  const below = (count: number) => Math.floor(random() * count)
  const pick = <T>(choices: readonly T[]): T => choices[below(choices.length)]!
  let parameters = 0

  function source(target: Shape, depth: number, names: Names): string {
    const shape = below(100) < options.wrong ? pick(shapes) : target
    if (depth <= 0 || below(6) === 0) return leaf(shape, names)
    const of = (inner: Shape) => source(inner, depth - 1, names)
    if (below(12) === 0) return `(${of('boolean')} ? ${of(shape)} : ${of(shape)})`
    return pick(producers[shape])(of, depth - 1, names)
  }

  function leaf(shape: Shape, names: Names): string {
    if (names[shape].length > 0 && below(4) > 0) return pick(names[shape])
    switch (shape) {
      case 'number':
        return String(pick([0, 1, 2, 3, 10, 0.5, 1.25]))
      case 'string':
        return JSON.stringify(pick(['', 'a', 'b', 'abc', 'é😀', ' x ', '12', '__proto__']))
      case 'boolean':
        return pick(['true', 'false'])
      case 'numbers':
        return pick(['[]', '[1]', '[3, 1, 2]'])
      case 'strings':
        return pick(['[]', '["a"]', '["b", "a", "abc"]'])
      case 'records':
        return pick(['[]', '[{n: 1, s: "a"}]', '[{n: 2, s: "b"}, {n: 1, s: "a"}]'])
    }
  }

  /** `x => …` over the elements of a list. */
  function lambda(over: Shape, result: Shape, depth: number, names: Names): string {
    const name = `p${parameters++}`
    const added: Partial<Record<Shape, string[]>> =
      over === 'numbers'
        ? { number: [name] }
        : over === 'strings'
          ? { string: [name] }
          : { number: [`${name}.n`], string: [`${name}.s`] }
    const inner = mapShapes((shape) => [...(added[shape] ?? []), ...names[shape]])
    return `${name} => ${source(result, depth, inner)}`
  }

  type Producer = (of: (shape: Shape) => string, depth: number, names: Names) => string
  const anyList = () => pick(['numbers', 'strings', 'records'] as const)
  const own = (...producers: Producer[]) => (options.isShared ? [] : producers)
  const producers: Record<Shape, readonly Producer[]> = {
    number: [
      (of) => `(${of('number')} ${pick(['+', '-', '*'])} ${of('number')})`,
      (of) => `(${of('number')} ${pick(['/', '%'])} ${pick(['2', '3', '0.5'])})`,
      (of) => `(-${of('number')})`,
      (of) => `${of(pick(['numbers', 'strings', 'records', 'string']))}.length`,
      (of) => `Math.${pick(['abs', 'floor', 'ceil', 'round', 'trunc', 'sign'])}(${of('number')})`,
      (of) => `Math.${pick(['max', 'min'])}(${of('number')}, ${of('number')})`,
      (of) => `${of('string')}.${pick(['indexOf', 'lastIndexOf'])}(${of('string')})`,
      (of) => `(${of('numbers')}[${pick([0, 1, 5])}] ?? ${of('number')})`,
      (of, depth, names) => `${of('numbers')}.reduce((a, b) => a + b, ${source('number', depth, names)})`,
      (of, depth, names) => `${of('strings')}.findIndex(${lambda('strings', 'boolean', depth, names)})`,
      ...own(
        (of) => `${of('numbers')}.sum()`,
        (of) => `(${of('numbers')}.${pick(['min', 'max', 'average', 'first', 'last'])}() ?? 0)`,
        (of, depth, names) => `${of('records')}.sum(${lambda('records', 'number', depth, names)})`,
        (of) => `(Number(${of('string')}) ?? ${of('number')})`,
        (of) => `${of('number')}.round(${pick([0, 1, 2])})`,
        () => 'now.year',
      ),
    ],
    string: [
      (of) => `(${of('string')} + ${of(pick(['string', 'number']))})`,
      (of) => `\`<\${${of('string')}}-\${${of('number')}}>\``,
      (of) => `${of('string')}.${pick(['toUpperCase', 'toLowerCase', 'trim', 'trimStart', 'trimEnd'])}()`,
      (of) => `${of('string')}.slice(${pick(['0', '1', '-2'])}, ${pick(['1', '3', '-1'])})`,
      (of) => `${of('string')}.padStart(${pick(['0', '5'])}, ${pick(['"0"', '"ab"'])})`,
      (of) => `${of('string')}.replaceAll("a", ${of('string')})`,
      (of) => `${of(pick(['strings', 'numbers']))}.join(${pick(['""', '", "'])})`,
      (of) => `(${of('strings')}[0] ?? ${of('string')})`,
      (of) => `(${of('string')} || ${of('string')})`,
      (of) => `String(${of(pick(['number', 'boolean', 'string']))})`,
      (of) => `JSON.stringify(${of(pick(['numbers', 'strings', 'records', 'string', 'boolean']))})`,
      (of) => `(${of('number')}).toFixed(${pick([0, 2])})`,
      ...own(
        (of) => `${of('string')}.${pick(['sha256', 'base64Encode', 'capitalize'])}()`,
        (of, depth, names) =>
          `(${of('records')}.find(${lambda('records', 'boolean', depth, names)})?.s ?? "none")`,
        () => 'now.plus(1, "day").format("yyyy-MM-dd")',
        (of) => `typeOf(${of(pick(shapes))})`,
      ),
    ],
    boolean: [
      (of) => `(${of('number')} ${pick(['<', '<=', '>', '>=', '==', '!='])} ${of('number')})`,
      (of) => `(${of('string')} ${pick(['<', '<=', '>', '>=', '===', '!=='])} ${of('string')})`,
      (of) => `(${of('boolean')} ${pick(['&&', '||'])} ${of('boolean')})`,
      (of) => `!${of(pick(['boolean', 'string', 'number', 'numbers']))}`,
      (of) => `${of('string')}.${pick(['includes', 'startsWith', 'endsWith'])}(${of('string')})`,
      (of) => `${of('strings')}.includes(${of('string')})`,
      (of) => `Boolean(${of(pick(shapes))})`,
      (of, depth, names) => {
        const list = anyList()
        return `${of(list)}.${pick(['some', 'every'])}(${lambda(list, 'boolean', depth, names)})`
      },
      ...own(
        (of) => `(${of('string')} in ${of('strings')})`,
        (of) => `isEmpty(${of(pick(shapes))})`,
        (of) => `(${of('numbers')} == ${of('numbers')})`,
      ),
    ],
    numbers: [
      (of) => `[${of('number')}, ${of('number')}]`,
      (of) => `[...${of('numbers')}, ${of('number')}]`,
      (of) => `${of('numbers')}.slice(${pick([0, 1, -1])})`,
      (of) => `${of('numbers')}.concat(${of('numbers')})`,
      (of) => `[...${of('numbers')}].sort((a, b) => a - b)`,
      (of, depth, names) => {
        const list = anyList()
        return `${of(list)}.map(${lambda(list, 'number', depth, names)})`
      },
      (of, depth, names) => `${of('numbers')}.filter(${lambda('numbers', 'boolean', depth, names)})`,
      (of, depth, names) => `${of('numbers')}.flatMap(${lambda('numbers', 'numbers', depth, names)})`,
      ...own(
        (of) => `${of('numbers')}.${pick(['sort', 'reverse', 'unique'])}()`,
        (of) => `range(${of('number')}.clamp(0, 5))`,
        (of) => `${of('numbers')}.chunk(2).flat()`,
      ),
    ],
    strings: [
      (of) => `[${of('string')}, ${of('string')}]`,
      (of) => `${of('string')}.split(${pick(['","', '"a"', '""'])})`,
      (of, depth, names) => {
        const list = anyList()
        return `${of(list)}.map(${lambda(list, 'string', depth, names)})`
      },
      (of, depth, names) => `${of('strings')}.filter(${lambda('strings', 'boolean', depth, names)})`,
      (of) => `Object.keys({a: ${of('number')}, b: ${of('string')}})`,
      ...own(
        (of) => `${of('strings')}.${pick(['sort', 'reverse', 'unique', 'compact'])}()`,
        (of, depth, names) => `${of('records')}.groupBy(${lambda('records', 'string', depth, names)}).keys()`,
      ),
    ],
    records: [
      (of) => `[{n: ${of('number')}, s: ${of('string')}}]`,
      (of) => `${of('records')}.concat(${of('records')})`,
      (of, depth, names) => `${of('records')}.filter(${lambda('records', 'boolean', depth, names)})`,
      (of, depth, names) => {
        const name = `p${parameters++}`
        const inner = {
          ...names,
          number: [`${name}.n`, ...names.number],
          string: [`${name}.s`, ...names.string],
        }
        return `${of('records')}.map(${name} => ({...${name}, n: ${source('number', depth, inner)}}))`
      },
      ...own(
        (of, depth, names) =>
          `${of('records')}.sortBy(${lambda('records', pick(['number', 'string']), depth, names)})`,
      ),
    ],
  }

  return { next: (depth: number) => source(pick(shapes), depth, options.names), random, below, pick }
}
