import { splitName } from './split-file-name.ts'
import './file-name.css'

/** The name of a file on one line. Where there is little space the middle is left out: both ends tell files apart. */
export function FileName({ name }: { name: string }) {
  const { start, end } = splitName(name)
  if (end === '') return <span className="file-label">{name}</span>
  return (
    <span className="file-label" title={name}>
      <span className="away">{name}</span>
      <span className="file-label-start" aria-hidden>
        {start}
      </span>
      <span aria-hidden>{end}</span>
    </span>
  )
}
