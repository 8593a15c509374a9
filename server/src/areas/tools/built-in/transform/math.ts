import {
  type BuiltInToolkit,
  choice,
  integer,
  invalid,
  list,
  number,
  record,
  result,
  shape,
  text,
  tool,
} from '../tool.ts'
import { evaluate } from './expression.ts'

/** How much of the first unit one is, by what is measured. */
const units: Record<string, Record<string, number>> = {
  length: {
    m: 1,
    km: 1000,
    cm: 0.01,
    mm: 0.001,
    in: 0.0254,
    ft: 0.3048,
    yd: 0.9144,
    mi: 1609.344,
    nmi: 1852,
  },
  mass: { kg: 1, g: 0.001, mg: 0.000001, t: 1000, lb: 0.45359237, oz: 0.028349523125, st: 6.35029318 },
  time: { s: 1, ms: 0.001, min: 60, h: 3600, d: 86_400, wk: 604_800 },
  data: {
    B: 1,
    kB: 1e3,
    MB: 1e6,
    GB: 1e9,
    TB: 1e12,
    KiB: 1024,
    MiB: 1024 ** 2,
    GiB: 1024 ** 3,
    TiB: 1024 ** 4,
    bit: 0.125,
  },
  volume: {
    l: 1,
    ml: 0.001,
    m3: 1000,
    gal: 3.785411784,
    qt: 0.946352946,
    pt: 0.473176473,
    cup: 0.2365882365,
    floz: 0.0295735295625,
  },
  area: { m2: 1, km2: 1e6, ha: 10_000, ft2: 0.09290304, acre: 4046.8564224, mi2: 2_589_988.110336 },
  speed: { 'm/s': 1, 'km/h': 1 / 3.6, mph: 0.44704, kn: 1852 / 3600 },
}
const kelvinOf: Record<string, [(value: number) => number, (kelvin: number) => number]> = {
  K: [(value) => value, (kelvin) => kelvin],
  C: [(value) => value + 273.15, (kelvin) => kelvin - 273.15],
  F: [(value) => ((value - 32) * 5) / 9 + 273.15, (kelvin) => ((kelvin - 273.15) * 9) / 5 + 32],
}
const unitNames = [...Object.values(units).flatMap((each) => Object.keys(each)), ...Object.keys(kelvinOf)]

/** Binary fractions show as 0.30000000000000004; twelve digits are what anyone means. */
const tidy = (value: number) => (Number.isFinite(value) ? Number(value.toPrecision(12)) : value)

function finite(value: number): number {
  if (!Number.isFinite(value))
    throw invalid('The result is no number: something is divided by zero or grows too large.')
  return tidy(value)
}

function converted(value: number, from: string, to: string): number {
  const [heat, cold] = [kelvinOf[from], kelvinOf[to]]
  if (heat && cold) return finite(cold[1](heat[0](value)))
  const kind = Object.values(units).find((each) => Object.hasOwn(each, from) && Object.hasOwn(each, to))
  if (!kind) throw invalid(`${from} cannot be converted to ${to}: they measure different things.`)
  return finite((value * kind[from]!) / kind[to]!)
}

function statisticsOf(values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b)
  const sum = values.reduce((a, b) => a + b, 0)
  const mean = sum / values.length
  const variance = values.reduce((total, value) => total + (value - mean) ** 2, 0) / values.length
  const quantile = (part: number) => {
    const at = part * (sorted.length - 1)
    const low = sorted[Math.floor(at)]!
    return tidy(low + (sorted[Math.ceil(at)]! - low) * (at % 1))
  }
  return {
    count: values.length,
    sum: finite(sum),
    mean: finite(mean),
    median: quantile(0.5),
    min: sorted[0]!,
    max: sorted.at(-1)!,
    standardDeviation: finite(Math.sqrt(variance)),
    p25: quantile(0.25),
    p75: quantile(0.75),
    p95: quantile(0.95),
  }
}

const roundings: Record<string, (value: number) => number> = {
  nearest: Math.round,
  up: Math.ceil,
  down: Math.floor,
  towards_zero: Math.trunc,
}

export const mathToolkit: BuiltInToolkit = {
  slug: 'math',
  name: 'Math',
  description: 'Calculates, converts units, rounds and summarises numbers exactly.',
  category: 'data-&-analytics',
  tools: [
    tool<{ expression: string; variables: Record<string, number> }>({
      operation: 'calculate',
      name: 'Calculate',
      description:
        'Evaluates an arithmetic expression: + - * / % ^, comparison, parentheses, pi, e, and functions such as sqrt, ln, log10, min, max, round, sin. Always use it instead of calculating yourself.',
      input: shape({
        expression: text('Such as (2 + 3) * price ^ 2.', { minLength: 1, maxLength: 5000 }),
        'variables?': record('Values of names in the expression.', {
          additionalProperties: { type: 'number' },
          default: {},
        }),
      }),
      output: result({ result: number('The value.') }),
      effect: 'compute',
      isImportant: true,
      example: {
        arguments: { expression: '0.1 + 0.2 * price ^ 2', variables: { price: 3 } },
        result: { result: 1.9 },
      },
      run: ({ expression, variables }) => ({ result: finite(evaluate(expression, variables)) }),
    }),
    tool<{ values: number[] }>({
      operation: 'statistics',
      name: 'Summarise numbers',
      description:
        'Gives count, sum, mean, median, smallest, largest, standard deviation and quartiles of a list of numbers.',
      input: shape({ values: list('The numbers.', { type: 'number' }, { minItems: 1 }) }),
      output: result({
        count: integer('How many.'),
        sum: number('Sum.'),
        mean: number('Mean.'),
        median: number('Median.'),
        min: number('Smallest.'),
        max: number('Largest.'),
        standardDeviation: number('Of the whole population.'),
        p25: number('A quarter is below.'),
        p75: number('Three quarters are below.'),
        p95: number('95 of 100 are below.'),
      }),
      effect: 'compute',
      example: {
        arguments: { values: [1, 2, 3, 4] },
        result: {
          count: 4,
          sum: 10,
          mean: 2.5,
          median: 2.5,
          min: 1,
          max: 4,
          standardDeviation: 1.11803398875,
          p25: 1.75,
          p75: 3.25,
          p95: 3.85,
        },
      },
      run: ({ values }) => statisticsOf(values),
    }),
    tool<{ value: number; digits: number; mode: string }>({
      operation: 'round',
      name: 'Round a number',
      description: 'Rounds a number to so many digits behind the point.',
      input: shape({
        value: number('The number.'),
        'digits?': integer('Digits behind the point.', { default: 0, minimum: 0, maximum: 12 }),
        'mode?': choice('Which way.', Object.keys(roundings), 'nearest'),
      }),
      output: result({ result: number('The rounded number.') }),
      effect: 'compute',
      example: { arguments: { value: 1.005, digits: 2 }, result: { result: 1.01 } },
      run: ({ value, digits, mode }) => ({
        result: finite(roundings[mode]!(tidy(value * 10 ** digits)) / 10 ** digits),
      }),
    }),
    tool<{ value: number; from: string; to: string }>({
      operation: 'convert_units',
      name: 'Convert units',
      description: 'Converts lengths, masses, times, data sizes, volumes, areas, speeds and temperatures.',
      input: shape({
        value: number('The amount.'),
        from: choice('Its unit.', unitNames),
        to: choice('The wanted unit.', unitNames),
      }),
      output: result({ result: number('The converted amount.') }),
      effect: 'compute',
      example: { arguments: { value: 100, from: 'F', to: 'C' }, result: { result: 37.7777777778 } },
      run: ({ value, from, to }) => ({ result: converted(value, from, to) }),
    }),
    tool<{ min: number; max: number; count: number }>({
      operation: 'random_integers',
      name: 'Draw random numbers',
      description: 'Draws random whole numbers between two bounds, both included.',
      input: shape({
        min: integer('The smallest.', { minimum: -1e9, maximum: 1e9 }),
        max: integer('The largest.', { minimum: -1e9, maximum: 1e9 }),
        'count?': integer('How many.', { default: 1, minimum: 1, maximum: 1000 }),
      }),
      output: result({ values: list('The numbers.', { type: 'integer' }) }),
      effect: 'compute',
      example: { arguments: { min: 4, max: 4, count: 2 }, result: { values: [4, 4] } },
      run: ({ min, max, count }) => {
        if (max < min) throw invalid('max must not be smaller than min.')
        return {
          values: Array.from({ length: count }, () => min + Math.floor(Math.random() * (max - min + 1))),
        }
      },
    }),
    tool<{ from: number; to: number }>({
      operation: 'percent_change',
      name: 'Percent change',
      description: 'Returns by how many percent a value grew or shrank.',
      input: shape({ from: number('The earlier value.'), to: number('The later value.') }),
      output: result({ percent: number('The change in percent.'), difference: number('The change itself.') }),
      effect: 'compute',
      example: { arguments: { from: 80, to: 100 }, result: { percent: 25, difference: 20 } },
      run: ({ from, to }) => {
        if (from === 0) throw invalid('A change from zero has no percentage.')
        return { percent: finite(((to - from) / Math.abs(from)) * 100), difference: finite(to - from) }
      },
    }),
  ],
}
