import type { QueryOf, Skill } from '@stoa/sdk'
import BookOpen from 'lucide-react/icons/book-open'
import FileUp from 'lucide-react/icons/file-up'
import GitBranch from 'lucide-react/icons/git-branch'
import { Button } from '../../components/actions/button.tsx'
import { CreateButton } from '../../components/actions/create-button.tsx'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { Status } from '../../components/feedback/status.tsx'
import { Page } from '../../components/layout/page.tsx'
import { Filter, FilterBar } from '../../components/list/filter-bar.tsx'
import { List } from '../../components/list/list.tsx'
import { ListSearch } from '../../components/list/list-search.tsx'
import type { Column } from '../../components/list/table.tsx'
import { TimeAgo } from '../../components/text/time-ago.tsx'
import { AgentTabs } from '../../features/agents/agent-tabs.tsx'
import { pageOf, pageSize, useFilters, useOpenCreated } from '../../filters.ts'
import { useRead } from '../../project.ts'
import { CreateSkill, ImportSkill, UploadSkill } from './create-skill.tsx'
import { createPath, skillsPath as path, skillUrl } from './skills-api.ts'
import './skills.css'

type ListQuery = NonNullable<QueryOf<typeof path, 'get'>>

export const sourceLabels: Record<Skill['source'], string> = {
  custom: 'Own',
  registry: 'Registry',
  platform: 'Catalogue',
}
const sourceChoices = Object.entries(sourceLabels).map(([value, label]) => ({ value, label }))
const createCall = {
  method: 'POST',
  path: createPath,
  body: {
    name: 'weekly-report',
    description: 'Writes the weekly report. Use it when a report is requested.',
    instructions: '# Weekly report\n\nRead the table first.',
  },
} as const

export function SkillsPage() {
  const { filters, set } = useFilters()
  const query = {
    q: filters.q,
    source: filters.source as ListQuery['source'],
    page: pageOf(filters),
    limit: pageSize,
  }
  const skills = useRead(['skills', 'list', query], (api, signal) => api.page(path, { query, signal }), {
    keepsPrevious: true,
    refetchInterval: 10_000,
  })
  const hasFilters = Boolean(filters.q || filters.source)
  const create = <CreateButton onClick={() => set({ new: '1' })}>Create skill</CreateButton>
  return (
    <Page
      title="Skills"
      about="Instructions with files that agents read when a task fits."
      actions={
        <>
          <Button icon={<FileUp size={15} aria-hidden />} onClick={() => set({ new: 'upload' })}>
            Upload
          </Button>
          <Button icon={<GitBranch size={15} aria-hidden />} onClick={() => set({ new: 'import' })}>
            Import from GitHub
          </Button>
          {create}
        </>
      }
      calls={[
        { title: 'List', call: { method: 'GET', path, query: { q: filters.q, source: filters.source } } },
        { title: 'Create', call: createCall },
      ]}
    >
      <AgentTabs />
      <FilterBar hasFilters={hasFilters} onClear={() => set({ q: undefined, source: undefined })}>
        <ListSearch label="Search by name or description" />
        <Filter
          label="Source"
          value={filters.source ?? ''}
          choices={sourceChoices}
          onChange={(source) => set({ source })}
        />
      </FilterBar>
      <List
        label="Skills"
        query={skills}
        columns={columns}
        keyOf={({ id }) => id}
        linkOf={({ id }) => skillUrl(id)}
        hasFilters={hasFilters}
        empty={
          <EmptyState
            icon={<BookOpen size={24} aria-hidden />}
            title="No skills yet"
            action={create}
            call={createCall}
          >
            Write one, upload a package, import it from GitHub, or add one from the catalogue.
          </EmptyState>
        }
      />
      <NewSkill />
    </Page>
  )
}

function NewSkill() {
  const { filters, set } = useFilters()
  const openCreated = useOpenCreated()
  const close = () => set({ new: undefined })
  const created = ({ id }: Skill) => void openCreated(skillUrl(id))
  if (filters.new === 'upload') return <UploadSkill onClose={close} onCreated={created} />
  if (filters.new === 'import') return <ImportSkill onClose={close} onCreated={created} />
  return filters.new ? <CreateSkill onClose={close} onCreated={created} /> : null
}

export const SkillState = ({ skill }: { skill: Pick<Skill, 'activeStatus' | 'registryMeta'> }) => {
  if (!skill.activeStatus) return <Status kind="off">Inactive</Status>
  if (skill.registryMeta.state === 'update_available') return <Status kind="warn">Update available</Status>
  return <Status kind="good">Active</Status>
}

const columns: Column<Skill>[] = [
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
  { id: 'state', header: 'State', cell: (skill) => <SkillState skill={skill} /> },
  { id: 'source', header: 'Source', rank: 2, cell: ({ source }) => sourceLabels[source] },
  {
    id: 'version',
    header: 'Version',
    rank: 2,
    cell: ({ version }) => <span className="number">{version}</span>,
  },
  {
    id: 'files',
    header: 'Files',
    align: 'end',
    rank: 3,
    cell: ({ packageFileCount }) => <span className="number">{packageFileCount}</span>,
  },
  {
    id: 'updated',
    header: 'Updated',
    align: 'end',
    rank: 3,
    cell: ({ updatedAt }) => <TimeAgo at={updatedAt} />,
  },
]
