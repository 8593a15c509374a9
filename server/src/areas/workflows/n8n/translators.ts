import type { Data, Translator } from './context.ts'
import { translateAgent, translateCode, translateLlm, translateService, translateSet } from './data-nodes.ts'
import { Untranslatable } from './expression.ts'
import {
  limit,
  sort,
  translateAggregate,
  translateFilter,
  translateIf,
  translateListChange,
  translateMerge,
  translatePass,
  translateSplitOut,
  translateStop,
  translateSwitch,
  translateWait,
  unique,
} from './flow-nodes.ts'
import { translateHttp } from './http.ts'
import { translateRespond } from './respond.ts'
import { isLangchain, kindOf, type SourceNode } from './source.ts'
import { translateWebhook } from './webhook.ts'

/** Families of nodes by the last part of their type. */
const families: Record<string, Translator> = {
  webhook: translateWebhook,
  set: translateSet,
  httpRequest: translateHttp,
  if: translateIf,
  switch: translateSwitch,
  filter: translateFilter,
  code: translateCode,
  function: translateCode,
  functionItem: translateCode,
  splitOut: translateSplitOut,
  aggregate: translateAggregate,
  limit: translateListChange(limit),
  sort: translateListChange(sort),
  removeDuplicates: translateListChange(unique),
  wait: translateWait,
  stopAndError: translateStop,
  noOp: translatePass,
  respondToWebhook: translateRespond,
  chainLlm: translateLlm,
  openAi: translateLlm,
  agent: translateAgent,
  executeWorkflow: () => {
    throw new Untranslatable('import that workflow too, then use a subflow node')
  },
}

export function translatorOf(node: SourceNode, inputs: readonly Data[]): Translator {
  const kind = kindOf(node)
  if (node.disabled === true) return translatePass
  if (kind === 'merge') return translateMerge(inputs)
  if (kind === 'itemLists') return ofItemLists(node)
  if (Object.hasOwn(families, kind)) return families[kind]!
  if (isLangchain(node))
    return () => {
      throw new Untranslatable('nodes of this kind do not exist here')
    }
  return translateService(kind)
}

function ofItemLists({ parameters }: SourceNode): Translator {
  switch (parameters.operation ?? 'splitOutItems') {
    case 'splitOutItems':
      return translateSplitOut
    case 'concatenateItems':
    case 'aggregateItems':
      return translateAggregate
    case 'limit':
      return translateListChange(limit)
    case 'sort':
      return translateListChange(sort)
    case 'removeDuplicates':
      return translateListChange(unique)
    default:
      throw new Untranslatable('this operation on lists does not exist here')
  }
}
