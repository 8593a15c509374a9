import type { KnowledgeCollection } from '@stoa/sdk'
import { useNavigate, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { TitledCall } from '../../components/code/api-calls-dialog.tsx'
import { DetailPage } from '../../components/layout/detail-page.tsx'
import { Tabs } from '../../components/layout/tabs.tsx'
import { formatAmount } from '../../components/text/format-number.ts'
import { actAs } from '../../features/end-users/act-as.ts'
import { collectionPath, collectionUrl } from '../../features/knowledge/knowledge-api.ts'
import { href } from '../../href.ts'
import { useRead } from '../../project.ts'
import { CollectionMenu } from './collection-menu.tsx'
import { knowledgeRoutes } from './routes.ts'
import './knowledge.css'

const pollMs = 3_000

export const useCollectionId = (): string => {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  return id
}

export const useCollection = (id: string) =>
  useRead(
    ['knowledge', 'one', id],
    (api, signal) => actAs(api).get(collectionPath, { params: { id }, signal }),
    { refetchInterval: pollMs },
  )

type CollectionFrameProps = {
  actions?(collection: KnowledgeCollection): ReactNode
  calls(collection: KnowledgeCollection): readonly TitledCall[]
  children(collection: KnowledgeCollection): ReactNode
}

/** The pages of one collection: its name, what can be done to it, and the tabs between them. */
export function CollectionFrame({ actions, calls, children }: CollectionFrameProps) {
  const id = useCollectionId()
  const navigate = useNavigate()
  const back = { to: knowledgeRoutes.list, label: 'Knowledge' }
  return (
    <DetailPage
      query={useCollection(id)}
      kind="Knowledge collection"
      back={back}
      head={(collection) => ({
        title: collection.name,
        about: collection.description || undefined,
        actions: (
          <>
            {actions?.(collection)}
            <CollectionMenu collection={collection} onDeleted={() => void navigate({ to: back.to })} />
          </>
        ),
        calls: calls(collection),
      })}
    >
      {(collection) => (
        <>
          <Tabs
            label="Pages of the collection"
            tabs={[
              { to: collectionUrl(id), label: 'Sources', badge: formatAmount(collection.sourceCount) },
              { to: href(knowledgeRoutes.search, { id }), label: 'Search' },
              { to: href(knowledgeRoutes.evaluations, { id }), label: 'Evals' },
              { to: href(knowledgeRoutes.settings, { id }), label: 'Settings' },
            ]}
          />
          {children(collection)}
        </>
      )}
    </DetailPage>
  )
}
