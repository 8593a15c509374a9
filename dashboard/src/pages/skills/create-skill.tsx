import { isStoaError, type Skill } from '@stoa/sdk'
import { useState } from 'react'
import { FormDialog } from '../../components/dialog/form-dialog.tsx'
import { AreaField, TextField } from '../../components/form/field.tsx'
import { SegmentedControl } from '../../components/form/segmented-control.tsx'
import { useForm } from '../../components/form/use-form.ts'
import { Markdown } from '../../components/markdown/markdown.tsx'
import { useProject, useRefresh } from '../../project.ts'
import { RepositoryDialog } from './repository-dialog.tsx'
import { createPath, importPath } from './skills-api.ts'
import './skills.css'
import { FileChoice } from '../../features/files/file-choice.tsx'

type NewSkillProps = { onClose(): void; onCreated(skill: Skill): void }

export type SkillDraft = { name: string; description: string; instructions: string }

export function CreateSkill({ onClose, onCreated }: NewSkillProps) {
  const { api } = useProject()
  const refresh = useRefresh()
  const form = useForm<SkillDraft>({ name: '', description: '', instructions: '' })
  const create = form.submit(async (body) => {
    onCreated(await api.post(createPath, { body }))
    await refresh(['skills'])
  })
  return (
    <FormDialog
      title="Create a skill"
      submitLabel="Create skill"
      form={form}
      onSubmit={create}
      onClose={onClose}
    >
      <TextField
        {...form.bind('name')}
        label="Name"
        placeholder="weekly-report"
        isRequired
        isMono
        hasInitialFocus
        hint="Lowercase letters, digits and hyphens."
      />
      <SkillFields form={form} />
    </FormDialog>
  )
}

const views = [
  { value: 'write', label: 'Write' },
  { value: 'preview', label: 'Preview' },
]

type SkillForm = Pick<ReturnType<typeof useForm<SkillDraft>>, 'bind' | 'values'>

/** What a model reads first, and what it reads when a task fits. */
export function SkillFields({ form }: { form: SkillForm }) {
  const [view, setView] = useState('write')
  return (
    <>
      <AreaField
        {...form.bind('description')}
        label="Description"
        rows={2}
        hint="What it does and when to use it: agents decide by it."
      />
      <SegmentedControl label="View of the instructions" value={view} choices={views} onChange={setView} />
      {view === 'write' ? (
        <AreaField {...form.bind('instructions')} label="Instructions" isMono rows={12} hint="Markdown." />
      ) : (
        <section className="skill-preview" aria-label="Preview">
          <Markdown text={form.values.instructions || 'Nothing to preview.'} />
        </section>
      )}
    </>
  )
}

export function ImportSkill({ onClose, onCreated }: NewSkillProps) {
  const { api } = useProject()
  const refresh = useRefresh()
  const form = useForm({ url: '', ref: '' })
  const [several, setSeveral] = useState<string | null>(null)
  const install = form.submit(async ({ url, ref }) => {
    try {
      onCreated(await api.post(importPath, { body: { url, ...(ref.trim() === '' ? {} : { ref }) } }))
      await refresh(['skills'])
    } catch (error) {
      if (!isStoaError(error) || error.code !== 'skill_ambiguous') throw error
      setSeveral(String(error.facts.repo))
    }
  })
  if (several !== null)
    return <RepositoryDialog repo={several} gitRef={form.values.ref.trim()} onClose={onClose} />
  return (
    <FormDialog
      title="Import a skill from GitHub"
      submitLabel="Import skill"
      form={form}
      onSubmit={install}
      onClose={onClose}
    >
      <p className="muted">
        It is pinned to a commit. Its text is trusted like the prompt of an agent: import only what you have
        read.
      </p>
      <TextField
        {...form.bind('url')}
        label="Repository"
        placeholder="owner/repo/path"
        isRequired
        hasInitialFocus
        hint="owner/repo, a page of GitHub, or the URL of a SKILL.md there."
      />
      <TextField {...form.bind('ref')} label="Branch, tag or commit" placeholder="The default branch" />
    </FormDialog>
  )
}

/** A package as others publish it: a zip with a SKILL.md, and what the skill needs beside it. */
export function UploadSkill({ onClose, onCreated }: NewSkillProps) {
  const { api } = useProject()
  const refresh = useRefresh()
  const [file, setFile] = useState<File | null>(null)
  const form = useForm({})
  const upload = form.submit(async () => {
    if (!file) throw new Error('Select a zip file first')
    onCreated(await api.upload(createPath, { file }))
    await refresh(['skills'])
  })
  return (
    <FormDialog
      title="Upload a skill"
      submitLabel="Upload skill"
      form={form}
      onSubmit={upload}
      onClose={onClose}
    >
      <p className="muted">
        A zip with one folder that has a SKILL.md, at most 200 files and 10 MB. Its scripts run in the sandbox
        alone, and it grants agents no tools.
      </p>
      <FileChoice
        file={file}
        label="Drop a zip here, or select one"
        accept=".zip,application/zip"
        hasInitialFocus
        onChoose={setFile}
      />
    </FormDialog>
  )
}
