import { splitFileName } from './split-file-name.ts'
import './file-name.css'

/** The name of a file on one line. Where space is short the middle is truncated: both ends distinguish files. */
export function FileName({ name }: { name: string }) {
  const { start, end } = splitFileName(name)
  if (end === '') return <span className="file-label">{name}</span>
  return (
    <span className="file-label" title={name}>
      <span className="visually-hidden">{name}</span>
      <span className="file-label-start" aria-hidden>
        {start}
      </span>
      <span aria-hidden>{end}</span>
    </span>
  )
}
