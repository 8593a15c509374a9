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
  if (parameters.mode === 'expression') throw new Untranslatable('the output is computed by an expression')
  const rules = recordOf(parameters.rules)
  return splitBy(context, (references) => [
    ...(Array.isArray(rules.values)
      ? listOf(rules.values).map(({ conditions }) => translateConditions(conditions, 'all', references))
      : listOf(rules.rules).map(({ value2, operation }) =>
          translateComparison(
            { left: parameters.value1, right: value2, operation: operation ?? 'equal' },
            references,
          ),
        )),
    null,
  ])
}

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

export const translateSplitOut: Translator = (context) => {
  const { id, source, input } = context
  const { parameters } = source
  const name = String(parameters.fieldToSplitOut ?? parameters.fieldName ?? '')
  if (name === '') throw new Untranslatable('the field to split is missing')
  const path = name
    .split('.')
    .map((part) => `[${JSON.stringify(part)}]`)
    .join('')
  const list = input.isList ? `${input.ref}.flatMap(item => item${path} ?? [])` : `${input.ref}${path} ?? []`
  const { node, data } = itemsIn(id, list)
  return { nodes: [node], data }
}

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
          String(renameField === true ? outputFieldName : fieldToAggregate),
          `{{ ${all}.map(item => item[${JSON.stringify(String(fieldToAggregate))}]) }}`,
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
  const [field] = listOf(recordOf(parameters.sortFieldsUi).sortField)
  if (!field) throw new Untranslatable('it sorts by code')
  const sorted = `${list}.sortBy(item => item[${JSON.stringify(String(field.fieldName))}])`
  return field.order === 'descending' ? `${sorted}.reverse()` : sorted
}

export const translateMerge =
  (inputs: readonly Data[]): Translator =>
  ({ id, source }) => {
    const { mode, combineBy } = source.parameters
    const lists = inputs.map(({ ref, isList }) => (isList ? `...(${ref} ?? [])` : ref))
    if (mode === 'chooseBranch') {
      const values = {}
      return {
        nodes: [{ id, type: 'set', values, base: `{{ ${inputs[0]!.ref} }}` }],
        data: { ref: outputOf(id), isList: false },
      }
    }
    const isCombined = mode === 'combine' || mode === 'mergeByPosition' || mode === 'multiplex'
    if (isCombined && inputs.every(({ isList }) => !isList)) {
      const merged = inputs.map(({ ref }) => `...(${ref} ?? {})`).join(', ')
      return {
        nodes: [{ id, type: 'set', values: {}, base: `{{ {${merged}} }}` }],
        data: { ref: outputOf(id), isList: false },
      }
    }
    if (isCombined) throw new Untranslatable(`lists are combined (${String(combineBy ?? mode)})`)
    const { node, data } = itemsIn(id, `[${lists.join(', ')}].filter(item => item != null)`)
    return { nodes: [node], data }
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
