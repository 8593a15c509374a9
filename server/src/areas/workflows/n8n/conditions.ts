import { type References, translateToExpression, Untranslatable } from './expression.ts'

type Binary = (left: string, right: string) => string

const text = (value: string) => `String(${value})`

/** n8n's comparisons by name; both generations of the node use most of these names. */
const operations: Record<string, Binary> = {
  equals: (a, b) => `${a} == ${b}`,
  equal: (a, b) => `${a} == ${b}`,
  notEquals: (a, b) => `${a} != ${b}`,
  notEqual: (a, b) => `${a} != ${b}`,
  contains: (a, b) => `${b} in ${a}`,
  notContains: (a, b) => `!(${b} in ${a})`,
  startsWith: (a, b) => `${text(a)}.startsWith(${text(b)})`,
  notStartsWith: (a, b) => `!${text(a)}.startsWith(${text(b)})`,
  endsWith: (a, b) => `${text(a)}.endsWith(${text(b)})`,
  notEndsWith: (a, b) => `!${text(a)}.endsWith(${text(b)})`,
  regex: (a, b) => `${text(a)}.matches(${b})`,
  notRegex: (a, b) => `!${text(a)}.matches(${b})`,
  gt: (a, b) => `${a} > ${b}`,
  larger: (a, b) => `${a} > ${b}`,
  gte: (a, b) => `${a} >= ${b}`,
  largerEqual: (a, b) => `${a} >= ${b}`,
  lt: (a, b) => `${a} < ${b}`,
  smaller: (a, b) => `${a} < ${b}`,
  lte: (a, b) => `${a} <= ${b}`,
  smallerEqual: (a, b) => `${a} <= ${b}`,
  after: (a, b) => `date(${a}) > date(${b})`,
  before: (a, b) => `date(${a}) < date(${b})`,
  afterOrEquals: (a, b) => `date(${a}) >= date(${b})`,
  beforeOrEquals: (a, b) => `date(${a}) <= date(${b})`,
  isEmpty: (a) => `isEmpty(${a})`,
  empty: (a) => `isEmpty(${a})`,
  isNotEmpty: (a) => `!isEmpty(${a})`,
  notEmpty: (a) => `!isEmpty(${a})`,
  exists: (a) => `${a} != null`,
  notExists: (a) => `${a} == null`,
  true: (a) => `${a} == true`,
  false: (a) => `${a} == false`,
  lengthEquals: (a, b) => `${a}.length == ${b}`,
  lengthNotEquals: (a, b) => `${a}.length != ${b}`,
  lengthGt: (a, b) => `${a}.length > ${b}`,
  lengthLt: (a, b) => `${a}.length < ${b}`,
  lengthGte: (a, b) => `${a}.length >= ${b}`,
  lengthLte: (a, b) => `${a}.length <= ${b}`,
}

const listOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'object' && each !== null) : []
const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}

const operand = (value: unknown, references: References): string => {
  const expression = translateToExpression(value, references)
  return /^[\w$.[\]"]+$/.test(expression) ? expression : `(${expression})`
}

type Comparison = { left: unknown; right: unknown; operation: unknown; isTextOfAnyCase?: boolean }

// Texts are compared by what they say, where the node ignores their case.
const byText = new Set([
  'equals',
  'notEquals',
  'contains',
  'notContains',
  'startsWith',
  'notStartsWith',
  'endsWith',
  'notEndsWith',
])

export function translateComparison(
  { left, right, operation, isTextOfAnyCase = false }: Comparison,
  references: References,
): string {
  const name = String(operation ?? 'equals')
  if (!Object.hasOwn(operations, name))
    throw new Untranslatable(`the comparison "${name}" does not exist here`)
  const of = (value: unknown) =>
    isTextOfAnyCase ? `String(${operand(value, references)}).toLowerCase()` : operand(value, references)
  return operations[name]!(of(left), of(right))
}

/** The conditions of `if`, `filter` and rules of `switch`, in the form of both generations of these nodes. */
export function translateConditions(source: unknown, combine: unknown, references: References): string {
  const conditions = recordOf(source)
  const comparisons = Array.isArray(conditions.conditions)
    ? listOf(conditions.conditions).map(({ leftValue, rightValue, operator }) =>
        translateComparison(
          {
            left: leftValue,
            right: rightValue,
            operation: recordOf(operator).operation,
            isTextOfAnyCase:
              recordOf(conditions.options).caseSensitive === false &&
              recordOf(operator).type === 'string' &&
              byText.has(String(recordOf(operator).operation)),
          },
          references,
        ),
      )
    : Object.entries(conditions).flatMap(([kind, list]) =>
        listOf(list).map(({ value1, value2, operation }) =>
          translateComparison(
            {
              left: value1,
              right: value2,
              operation: operation ?? (kind === 'number' ? 'smaller' : 'equal'),
            },
            references,
          ),
        ),
      )
  if (comparisons.length === 0) throw new Untranslatable('it has no conditions')
  const isAny = conditions.combinator === 'or' || combine === 'any'
  return comparisons
    .map((each) => (comparisons.length > 1 ? `(${each})` : each))
    .join(isAny ? ' || ' : ' && ')
}
