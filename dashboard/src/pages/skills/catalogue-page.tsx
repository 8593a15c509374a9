import type { CatalogueSkill } from '@stoa/sdk'
import Check from 'lucide-react/icons/check'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { Button } from '../../components/actions/button.tsx'
import { errorMessage } from '../../components/feedback/error-alert.tsx'
import { toasts } from '../../components/feedback/toast-store.ts'
import { Page } from '../../components/layout/page.tsx'
import { FilterBar } from '../../components/list/filter-bar.tsx'
import { List } from '../../components/list/list.tsx'
import { ListSearch } from '../../components/list/list-search.tsx'
import type { Column } from '../../components/list/table.tsx'
import { capitalize } from '../../components/text/capitalize.ts'
import { AgentTabs } from '../../features/agents/agent-tabs.tsx'
import { pageOf, pageSize, useFilters } from '../../filters.ts'
import { useProject, useRead, useRefresh } from '../../project.ts'
import { RegistrySearch } from './registry-search.tsx'
import { addPath, cataloguePath as path, removePath, skillUrl } from './skills-api.ts'
import './skills.css'

/** Skills that come with the product, of registries, and shared by other projects. */
export function CataloguePage() {
  const { filters, set } = useFilters()
  const query = { q: filters.q, page: pageOf(filters), limit: pageSize }
  const skills = useRead(['skills', 'catalogue', query], (api, signal) => api.page(path, { query, signal }), {
    keepsPrevious: true,
  })
  return (
    <Page
      title="Skill catalogue"
      about="Add ready-made skills to this project. Added skills are pinned and never updated automatically."
      calls={[
        { title: 'Browse', call: { method: 'GET', path, query: { q: filters.q } } },
        { title: 'Add to the library', call: { method: 'POST', path: addPath } },
      ]}
    >
      <AgentTabs />
      <FilterBar hasFilters={Boolean(filters.q)} onClear={() => set({ q: undefined })}>
        <ListSearch label="Search by name or description" />
      </FilterBar>
      <List
        label="Catalogue"
        query={skills}
        columns={columns}
        keyOf={({ id }) => id}
        linkOf={({ id }) => skillUrl(id)}
        hasFilters={Boolean(filters.q)}
        empty={<p className="empty muted">The catalogue is empty.</p>}
      />
      <RegistrySearch />
    </Page>
  )
}

const columns: Column<CatalogueSkill>[] = [
  {
    id: 'name',
    header: 'Skill',
    cell: ({ name, description }) => (
      <span className="skill-name">
        <span className="truncate">{name}</span>
        <span className="muted small truncate">{description}</span>
      </span>
    ),
  },
  { id: 'category', header: 'Category', rank: 2, cell: ({ category }) => capitalize(category) },
  {
    id: 'version',
    header: 'Version',
    rank: 3,
    cell: ({ version }) => <span className="number">{version}</span>,
  },
  { id: 'add', header: '', align: 'end', cell: (skill) => <AddButton skill={skill} /> },
]

type Addable = Pick<CatalogueSkill, 'id' | 'name' | 'isInstalled'>

/** Adds it to the library, and removes it again. */
export function AddButton({ skill: { id, name, isInstalled } }: { skill: Addable }) {
  const { api } = useProject()
  const refresh = useRefresh()
  const [isBusy, setBusy] = useState(false)
  const change = async () => {
    setBusy(true)
    try {
      if (isInstalled) await api.delete(removePath, { params: { id } })
      else await api.post(addPath, { params: { id } })
      toasts.success(isInstalled ? `${name} removed from the library` : `${name} added to the library`)
      await refresh(['skills'])
    } catch (error) {
      toasts.error(errorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  const Icon = isInstalled ? Check : Plus
  return (
    <Button icon={<Icon size={14} aria-hidden />} isBusy={isBusy} onClick={() => void change()}>
      {isInstalled ? 'Remove' : 'Add'}
      <span className="visually-hidden"> {name}</span>
    </Button>
  )
}
