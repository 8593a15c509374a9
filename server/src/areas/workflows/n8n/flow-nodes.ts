import type { NodeInput } from '../schema/graph.ts'
import { translateComparison, translateConditions } from './conditions.ts'
import {
  type Context,
  type Data,
  dataOf,
  eachOf,
  listOf,
  type Outlet,
  outputOf,
  recordOf,
  type Translated,
  type Translator,
} from './context.ts'
import { type References, translateToExpression, translateValue, Untranslatable } from './expression.ts'

/** In a filter over a list the item is the parameter of the function. */
const ofItem = (references: References): References => ({ ...references, json: 'item' })

const itemsIn = (id: string, expression: string): { node: NodeInput; data: Data } => ({
  node: { id, type: 'set', values: { items: `{{ ${expression} }}` } },
  data: { ref: outputOf(id, '.items'), isList: true },
})

/** One item takes one of several edges; the items of a list are shared out to a list for each edge. */
function splitBy(context: Context, conditionOf: (references: References) => (string | null)[]): Translated {
  const { id, input, references } = context
  if (!input.isList) {
    const outlets = conditionOf(references).map(
      (condition): Outlet => ({ from: id, ...(condition === null ? {} : { condition }) }),
    )
    return { nodes: [{ id, type: 'branch' }], outlets, data: input }
  }
  const conditions = conditionOf(ofItem(references))
  const parts = conditions.map((condition, i) => {
    const earlier = conditions.slice(0, i).filter((each) => each !== null)
    const excluded = earlier.map((each) => `!(${each})`)
    const all = condition === null ? excluded : [...excluded, condition]
    const test = all.length === 0 ? 'true' : all.map((each) => `(${each})`).join(' && ')
    return itemsIn(`${id}_${i}`, `${input.ref}.filter((item, index) => ${test})`)
  })
  return {
    nodes: [{ id, type: 'parallel' }, ...parts.map(({ node }) => node)],
    edges: parts.map(({ node }) => ({ from: id, to: node.id })),
    outlets: parts.map(({ node }) => ({ from: node.id })),
    data: parts[0]!.data,
    dataOf: parts.map(({ data }) => data),
  }
}

export const translateIf: Translator = (context) => {
  const { parameters } = context.source
  return splitBy(context, (references) => [
    translateConditions(parameters.conditions, parameters.combineOperation, references),
    null,
  ])
}

export const translateSwitch: Translator = (context) => {
  const { parameters } = context.source
  return splitBy(context, (references) => {
    if (parameters.mode === 'expression') return computedOutputs(parameters, references)
    const rules = recordOf(parameters.rules)
    if (!Array.isArray(rules.values)) return olderRules(parameters, references)
    const { fallbackOutput } = recordOf(parameters.options)
    const conditions = listOf(rules.values).map((rule) =>
      translateConditions(rule.conditions, 'all', references),
    )
    // Items that no rule matches may go to the output of one of them.
    if (typeof fallbackOutput === 'number') return withFallback(conditions, fallbackOutput)
    return [...conditions, null]
  })
}

/** The number of the output is computed. */
const computedOutputs = (
  { output, numberOutputs, outputsAmount }: Record<string, unknown>,
  references: References,
) =>
  Array.from(
    { length: Math.min(20, Math.max(1, Number(numberOutputs ?? outputsAmount ?? 4) || 4)) },
    (_, i) => `(${translateToExpression(output, references)}) == ${i}`,
  )

/** Each rule names its output, the first one without it. */
function olderRules({ rules, value1, fallbackOutput }: Record<string, unknown>, references: References) {
  const outputs: string[][] = [[], [], [], []]
  for (const { value2, operation, output } of listOf(recordOf(rules).rules)) {
    const place = Math.min(3, Math.max(0, Math.trunc(Number(output ?? 0)) || 0))
    outputs[place]!.push(
      translateComparison({ left: value1, right: value2, operation: operation ?? 'equal' }, references),
    )
  }
  const conditions = outputs.map((each) => each.join(' || ') || 'false')
  return typeof fallbackOutput === 'number' && fallbackOutput >= 0
    ? withFallback(conditions, fallbackOutput)
    : conditions
}

/** The output at that place takes what no other one takes. */
const withFallback = (conditions: readonly string[], place: number): string[] =>
  conditions.map((condition, i) => {
    if (i !== place) return condition
    const others = conditions.map((each) => `(${each})`).join(' || ')
    return `(${condition}) || !(${others})`
  })

export const translateFilter: Translator = (context) => {
  const { id, source, input, references } = context
  const condition = (nodeReferences: References) =>
    translateConditions(source.parameters.conditions, source.parameters.combineConditions, nodeReferences)
  if (!input.isList) {
    const outlets = [{ from: id, condition: condition(references) }]
    return { nodes: [{ id, type: 'branch' }], outlets, data: input }
  }
  const { node, data } = itemsIn(id, `${input.ref}.filter((item, index) => ${condition(ofItem(references))})`)
  return { nodes: [node], data }
}

/** `a.b` as the fields of an expression, of whatever letters. */
const pathOf = (name: string): string =>
  name
    .split('.')
    .map((part) => `[${JSON.stringify(part)}]`)
    .join('')

export const translateSplitOut: Translator = (context) => {
  const { id, source, input, note } = context
  const { parameters } = source
  const { destinationFieldName } = recordOf(parameters.options)
  const names = String(parameters.fieldToSplitOut ?? parameters.fieldName ?? '')
    .split(',')
    .map((each) => each.trim())
  const [name = ''] = names
  if (name === '') throw new Untranslatable('the field to split is missing')
  if (names.length > 1) throw new Untranslatable('it splits several fields together; split them one by one')
  const others = parameters.include === 'allOtherFields' ? othersOf(name) : ''
  if (parameters.include === 'selectedOtherFields')
    note('It kept selected fields beside the list; add them behind it.')
  const key = JSON.stringify(String(destinationFieldName || name.split('.').at(-1)))
  // A value that is no object becomes a field of one, as does a value beside other fields.
  const isField = others !== '' || Boolean(destinationFieldName)
  const made = isField
    ? `({${others}${key}: value})`
    : `(typeOf(value) == "object" ? value : {${key}: value})`
  const all = input.isList ? input.ref : `[${input.ref}]`
  const list = `${all}.flatMap(item => (item${pathOf(name)} ?? []).map(value => ${made}))`
  const { node, data } = itemsIn(id, list)
  return { nodes: [node], data }
}

const othersOf = (name: string): string => `...item.omit([${JSON.stringify(name.split('.')[0])}]), `

export const translateAggregate: Translator = (context) => {
  const { id, source, input } = context
  const { parameters } = source
  const all = input.isList ? input.ref : `[${input.ref}]`
  const fields = listOf(recordOf(parameters.fieldsToAggregate).fieldToAggregate)
  const isWhole = parameters.aggregate === 'aggregateAllItemData' || fields.length === 0
  const values = isWhole
    ? { [String(parameters.destinationFieldName ?? 'data')]: `{{ ${all} }}` }
    : Object.fromEntries(
        fields.map(({ fieldToAggregate, renameField, outputFieldName }) => [
          renameField === true ? String(outputFieldName) : String(fieldToAggregate).split('.').at(-1)!,
          `{{ ${all}.map(item => item${pathOf(String(fieldToAggregate))}) }}`,
        ]),
      )
  return { nodes: [{ id, type: 'set', values }], data: { ref: outputOf(id), isList: false } }
}

/** Sorts, limits and removes duplicates of a list. */
export const translateListChange =
  (change: (list: string, parameters: Record<string, unknown>) => string): Translator =>
  ({ id, source, input }) => {
    if (!input.isList)
      return {
        nodes: [{ id, type: 'set', values: {}, base: `{{ ${input.ref} }}` }],
        data: { ref: outputOf(id), isList: false },
      }
    const { node, data } = itemsIn(id, change(input.ref, source.parameters))
    return { nodes: [node], data }
  }

export const limit = (list: string, { maxItems, keep }: Record<string, unknown>): string => {
  const count = Number(maxItems ?? 1)
  return keep === 'lastItems' ? `${list}.slice(-${count})` : `${list}.slice(0, ${count})`
}

export const sort = (list: string, parameters: Record<string, unknown>): string => {
  const fields = listOf(recordOf(parameters.sortFieldsUi).sortField)
  if (fields.length === 0) throw new Untranslatable('it sorts by code or at random')
  // Sorting keeps the order of equals, so the most important field comes last.
  return fields.reduceRight((sorted, { fieldName, order }) => {
    const direction = order === 'descending' ? ', "desc"' : ''
    return `${sorted}.sortBy(item => item${pathOf(String(fieldName))}${direction})`
  }, list)
}

/** Each item once; or one of each value of some fields. */
export const unique = (list: string, { compare, fieldsToCompare }: Record<string, unknown>): string => {
  if (compare !== 'selectedFields') return `${list}.unique()`
  const names = Array.isArray(fieldsToCompare) ? fieldsToCompare : String(fieldsToCompare ?? '').split(',')
  const values = names.map((name) => `item${pathOf(String(name).trim())}`)
  return `${list}.unique(item => [${values.join(', ')}])`
}

export const translateMerge =
  (inputs: readonly Data[]): Translator =>
  ({ id, source, note }) => {
    const { mode = 'append' } = source.parameters
    const [first, second] = inputs
    if (mode === 'chooseBranch' || mode === 'passThrough') {
      const { output, useDataOfInput } = source.parameters
      const isSecond = output === 'input2' || String(useDataOfInput) === '2'
      const chosen = isSecond && second ? second : first!
      if (!chosen.isList) return single(id, chosen.ref)
      const { node, data } = itemsIn(id, chosen.ref)
      return { nodes: [node], data }
    }
    const isCombined = mode !== 'append'
    if (isCombined && inputs.every(({ isList }) => !isList) && !fieldsToMatch(source.parameters))
      return single(id, `{${inputs.map(({ ref }) => `...(${ref} ?? {})`).join(', ')}}`)
    if (isCombined && first && second && inputs.length === 2) {
      const { node, data } = itemsIn(
        id,
        combined(source.parameters, { a: listRef(first), b: listRef(second) }, note),
      )
      return { nodes: [node], data }
    }
    if (isCombined) throw new Untranslatable('it combines more than two lists')
    const lists = inputs.map(({ ref, isList }) => (isList ? `...(${ref} ?? [])` : ref))
    const { node, data } = itemsIn(id, `[${lists.join(', ')}].filter(item => item != null)`)
    return { nodes: [node], data }
  }

const listRef = ({ ref, isList }: Data): string => (isList ? `(${ref} ?? [])` : `[${ref}]`)

const single = (id: string, expression: string): Translated => ({
  nodes: [{ id, type: 'set', values: {}, base: `{{ ${expression} }}` }],
  data: { ref: outputOf(id), isList: false },
})

type Parameters = Record<string, unknown>

/** The fields by which items belong together, of each input; null where they do by their place, or all do. */
function fieldsToMatch({
  mode,
  combineBy,
  combinationMode,
  ...parameters
}: Parameters): [string, string][] | null {
  if (mode === 'mergeByKey' || mode === 'removeKeyMatches')
    return [[String(parameters.propertyName1 ?? ''), String(parameters.propertyName2 ?? '')]]
  const by = combineBy ?? combinationMode ?? 'combineByFields'
  if (mode !== 'combine' || (by !== 'combineByFields' && by !== 'mergeByFields')) return null
  const simple = String(parameters.fieldsToMatchString ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const pairs = listOf(recordOf(parameters.mergeByFields ?? parameters.fieldsToMatch).values)
  return simple.length > 0
    ? simple.map((name) => [name, name])
    : pairs.map(({ field1, field2 }) => [String(field1 ?? ''), String(field2 ?? field1 ?? '')])
}

function combined(parameters: Parameters, { a, b }: { a: string; b: string }, note: Context['note']): string {
  const { mode, combineBy, combinationMode, joinMode = 'keepMatches' } = parameters
  const fields = fieldsToMatch(parameters)
  if (fields) {
    if (fields.length === 0) throw new Untranslatable('the fields by which it matches are missing')
    const test = fields.map(([one, other]) => `left${pathOf(one)} == right${pathOf(other)}`).join(' && ')
    const matches = `${b}.filter(right => ${test})`
    if (mode === 'removeKeyMatches') return `${a}.filter(left => !${b}.some(right => ${test}))`
    if (mode === 'mergeByKey' || joinMode === 'enrichInput1')
      return `${a}.map(left => ({...left, ...(${matches}.first() ?? {})}))`
    if (joinMode !== 'keepMatches') throw new Untranslatable(`it joins lists by "${String(joinMode)}"`)
    return `${a}.flatMap(left => ${matches}.map(right => ({...left, ...right})))`
  }
  const by = String(combineBy ?? combinationMode ?? mode)
  if (by === 'combineAll' || by === 'multiplex')
    return `${a}.flatMap(left => ${b}.map(right => ({...left, ...right})))`
  if (by !== 'combineByPosition' && by !== 'mergeByPosition' && by !== 'mergeByIndex')
    throw new Untranslatable(`lists are combined by "${by}"`)
  note('Items are merged by their place; items of the longer list without a partner are left out.')
  return `${a}.slice(0, ${b}.length).map((left, place) => ({...left, ...${b}[place]}))`
}

const unitSeconds: Record<string, number> = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400 }

export const translateWait: Translator = ({ id, source, input, references, note }) => {
  const { resume = 'timeInterval', amount = 1, unit = 'hours', dateTime } = source.parameters
  const data = input
  if (resume === 'specificTime')
    return {
      nodes: [{ id, type: 'wait', until: `{{ date(${translateToExpression(dateTime, references)}) }}` }],
      data,
    }
  if (resume === 'webhook' || resume === 'form') {
    note('It waited for a call; send the event "resume" to the execution instead.')
    return { nodes: [{ id, type: 'wait', event: 'resume' }], data: { ref: outputOf(id), isList: false } }
  }
  const factor = unitSeconds[String(unit)] ?? 3_600
  const seconds =
    typeof amount === 'number'
      ? amount * factor
      : `{{ Number(${translateToExpression(amount, references)}) * ${factor} }}`
  return { nodes: [{ id, type: 'wait', seconds }], data }
}

export const translateStop: Translator = (context) => {
  const { id, source, references } = context
  const { errorMessage, errorObject, errorType } = source.parameters
  const message = errorType === 'errorObject' ? errorObject : (errorMessage ?? 'Stopped')
  return {
    nodes: [
      {
        id,
        type: 'code',
        language: 'javascript',
        code: 'throw new Error(String(state.message))',
        inputMapping: { message: translateValue(message, references) },
        ...eachOf(context),
      },
    ],
    data: dataOf(context, id),
  }
}

/** Nodes without any effect. */
export const translatePass: Translator = ({ id, input }) => ({
  nodes: [{ id, type: 'parallel' }],
  data: input,
})
