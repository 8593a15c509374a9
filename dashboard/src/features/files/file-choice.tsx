import { formatFileSize } from '../../components/text/format-number.ts'
import { useFileDrop } from './upload/use-file-drop.ts'
import './drop-area.css'

type FileChoiceProps = {
  file: File | null
  /** What is wanted, as in "Drop a CSV or JSONL file here, or select one". */
  label: string
  /** About the file, while there is none. */
  hint?: string
  accept: string
  hasInitialFocus?: boolean
  isDisabled?: boolean
  onChoose(file: File | null): void
}

/** One file of a form: dropped anywhere on the page, or selected. */
export function FileChoice(props: FileChoiceProps) {
  const { file, label, hint, accept, hasInitialFocus = false, isDisabled = false, onChoose } = props
  const isDropping = useFileDrop(([dropped]) => !isDisabled && onChoose(dropped ?? null))
  const about = file ? formatFileSize(file.size) : hint
  return (
    <label className="drop-area" data-dropping={isDropping ? '' : undefined}>
      <strong>{file ? file.name : label}</strong>
      {about && <span className="muted small">{about}</span>}
      <input
        className="visually-hidden"
        type="file"
        accept={accept}
        disabled={isDisabled}
        {...(hasInitialFocus ? { 'data-autofocus': '' } : {})}
        onChange={(event) => {
          onChoose(event.target.files?.[0] ?? null)
          // The same file may have been changed, and is chosen again.
          event.target.value = ''
        }}
      />
    </label>
  )
}
