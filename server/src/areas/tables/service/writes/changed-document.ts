import { checkIfMatch } from '../../../../kernel/preconditions.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Collection } from '../../schema/collection.ts'
import type { Document } from '../../schema/document.ts'
import { documentNotFound, isVisible, refuseForeign } from '../access.ts'
import { type Checked, type DocumentCheck, refuseFaulty, refuseReserved } from '../check-document.ts'
import { merged } from './merge.ts'

export type IfMatch = readonly string[] | null

export type Edit = {
  id: string
  body: Record<string, unknown>
  ifMatch: IfMatch
  mode: 'shallow' | 'deep' | 'replace'
}

type On = { session: { readonly at: Date }; scope: Scope; collection: Collection; check: DocumentCheck }

/** The document, if the caller may see and change it in this version. */
export function changeable(
  { scope, collection }: Pick<On, 'scope' | 'collection'>,
  document: Document | null,
  ifMatch: IfMatch,
): Document {
  if (!document || !isVisible(scope, collection, document)) throw documentNotFound()
  refuseForeign(scope, collection, document)
  checkIfMatch(ifMatch, document.version)
  return document
}

/** What an edit makes of a document; throws when the caller may not, or it breaks a rule of the schema. */
export function changedBy(on: On, document: Document | null, { body, ifMatch, mode }: Edit): Checked {
  refuseReserved(body)
  const was = changeable(on, document, ifMatch)
  const input = mode === 'replace' ? body : merged(was.data, body, mode === 'deep')
  const context = { now: on.session.at, actingUserId: on.scope.externalUser.id }
  const checked = on.check(input, context, mode === 'replace')
  refuseFaulty(checked)
  return checked
}
