import { offsetOf, type Page, pageOf } from '../../../kernel/page.ts'
import { toTriggerType, triggerTypes } from '../catalogue/types.ts'
import type { TriggerType, TriggerTypeQuery } from '../schema/trigger-type.ts'
import { typeOf } from './config.ts'

/** What triggers there can be. */
export const triggerTypeService = {
  list(query: TriggerTypeQuery): Page<TriggerType> {
    const text = query.q?.toLowerCase() ?? ''
    const found = triggerTypes.filter(
      ({ slug, name, description, kind }) =>
        (!query.kind || kind === query.kind) && `${slug} ${name} ${description}`.toLowerCase().includes(text),
    )
    const from = offsetOf(query)
    return pageOf(found.slice(from, from + query.limit).map(toTriggerType), found.length, query)
  },
  get: (slug: string): TriggerType => toTriggerType(typeOf(slug)),
}
