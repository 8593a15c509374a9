import { useParams } from '@tanstack/react-router'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { Page } from '../../../components/layout/page.tsx'
import { href } from '../../../href.ts'
import { tableRoutes } from '../routes.ts'
import { useTable } from '../use-table.ts'
import { SchemaForm } from './schema-form.tsx'

export function SchemaPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const { data: table, error, refetch } = useTable(id)
  if (!table) {
    return (
      <Page title="Table" back={{ to: tableRoutes.list, label: 'Tables' }}>
        {error ? <ErrorAlert error={error} retry={() => void refetch()} /> : <SkeletonLines count={8} />}
      </Page>
    )
  }
  const path = '/api/v1/table/collections/{id}'
  return (
    <Page
      title={`Fields of ${table.name}`}
      back={{ to: href(tableRoutes.detail, { id }), label: table.name }}
      calls={[
        { title: 'Retrieve', call: { method: 'GET', path, params: { id: table.slug } } },
        {
          title: 'Dry-run a schema change',
          call: {
            method: 'PATCH',
            path,
            params: { id: table.slug },
            query: { dryRun: 'true' },
            body: { schema: table.schema },
          },
        },
      ]}
    >
      <SchemaForm key={table.id} table={table} />
    </Page>
  )
}
