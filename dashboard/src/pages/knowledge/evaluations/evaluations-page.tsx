import type { KnowledgeCollection } from '@stoa/sdk'
import { actingHeaders } from '../../../features/end-users/act-as.ts'
import { evalRunPath, evalsPath } from '../../../features/knowledge/knowledge-api.ts'
import { CollectionFrame } from '../collection-frame.tsx'
import { EvalHistory } from './eval-history.tsx'
import { TestsList } from './tests-list.tsx'

/** Questions with what a search must find, and how well it did over time. */
export const EvaluationsPage = () => (
  <CollectionFrame calls={callsOf}>
    {(collection) => (
      <>
        <EvalHistory collection={collection} />
        <TestsList collection={collection} />
      </>
    )}
  </CollectionFrame>
)

const callsOf = ({ id }: KnowledgeCollection) => {
  const options = { params: { id }, headers: actingHeaders() }
  const tests = [{ query: 'When is a refund paid?', sourceKey: 'text:Refunds' }]
  return [
    { title: 'Add tests', call: { method: 'POST', path: evalsPath, ...options, body: { tests } } },
    { title: 'Run an eval', call: { method: 'POST', path: evalRunPath, ...options, body: {} } },
  ] as const
}
