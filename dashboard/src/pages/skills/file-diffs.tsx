import type { SkillSync } from '@stoa/sdk'
import { useState } from 'react'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../components/feedback/skeleton.tsx'
import { Chip } from '../../components/feedback/status.tsx'
import { useRead } from '../../project.ts'
import { type DiffLine, lineDiff } from './line-diff.ts'
import { filePath } from './skills-api.ts'

type Changed = SkillSync['files'][number]
type FileDiffsProps = { id: string; before: string; after: string; files: readonly Changed[] }

/** What changes in each file, line by line, while the update waits for an approval. */
export const FileDiffs = ({ files, ...versions }: FileDiffsProps) => (
  <ul className="skill-files">
    {files.map((file) => (
      <li key={file.path}>
        <FileDetails {...versions} file={file} />
      </li>
    ))}
  </ul>
)

type FileProps = Omit<FileDiffsProps, 'files'> & { file: Changed }

/** Read when it is opened; the instructions are open. */
function FileDetails({ file, ...versions }: FileProps) {
  const [isOpen, setOpen] = useState(file.path === 'SKILL.md')
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Chip>{file.change}</Chip> <code>{file.path}</code>
      </summary>
      {isOpen && <FileDiff {...versions} file={file} />}
    </details>
  )
}

const maxBytes = 200_000

function FileDiff({ id, before, after, file: { path, sizeBefore, sizeAfter } }: FileProps) {
  const isLarge = Math.max(sizeBefore ?? 0, sizeAfter ?? 0) > maxBytes
  const { data, error } = useRead(['skills', id, 'diff', before, after, path], async (api, signal) => {
    const read = async (version: string, size: number | null) =>
      size === null || isLarge
        ? ''
        : (await api.download(filePath, { params: { id, path }, query: { version }, signal })).text()
    return { was: await read(before, sizeBefore), now: await read(after, sizeAfter) }
  })
  if (error) return <ErrorAlert error={error} />
  if (!data) return <SkeletonLines count={3} />
  if (isLarge || `${data.was}${data.now}`.includes('\0'))
    return <p className="muted">Too large to compare, or not a text.</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long difference is scrolled with the arrow keys.
    <section className="line-diff" aria-label="Changed lines" tabIndex={0}>
      {lineDiff(data.was, data.now).map((line, at) => (
        <Line key={at} line={line} />
      ))}
    </section>
  )
}

const marks = { same: ' ', added: '+', removed: '-' } as const
const names = { same: null, added: 'Added: ', removed: 'Removed: ' } as const

const Line = ({ line }: { line: DiffLine | null }) =>
  line === null ? (
    <div className="muted">…</div>
  ) : (
    <div className={`line-${line.kind}`}>
      <span aria-hidden>{marks[line.kind]} </span>
      {names[line.kind] && <span className="visually-hidden">{names[line.kind]}</span>}
      {line.text}
    </div>
  )
