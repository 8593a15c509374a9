import Upload from 'lucide-react/icons/upload'
import { Dialog } from '../../../components/dialog/dialog.tsx'
import { SelectField } from '../../../components/form/field.tsx'
import { useForm } from '../../../components/form/use-form.ts'
import { formatFileSize } from '../../../components/text/format-number.ts'
import { projectUser } from '../../../features/end-users/act-as.ts'
import { type FileType, fileTypeChoices } from '../../../features/files/file-types.tsx'
import { useFileDrop } from '../../../features/files/upload/use-file-drop.ts'
import { useUploader } from '../../../features/files/upload/use-uploader.ts'
import '../../../features/files/drop-area.css'

const dayMs = 24 * 60 * 60 * 1000

const lives = [
  { value: '', label: 'Never' },
  { value: '1', label: 'After 1 day' },
  { value: '7', label: 'After 7 days' },
  { value: '30', label: 'After 30 days' },
]

export function UploadFiles({ owner, onClose }: { owner: string | undefined; onClose(): void }) {
  const { rules, begin } = useUploader(owner)
  const form = useForm({ fileType: '', days: '' })
  const { fileType, days } = form.values
  const rule = rules?.find((each) => each.fileType === fileType)
  const send = (files: File[]) => {
    if (files.length === 0) return
    const expiresAt = days === '' ? null : new Date(Date.now() + Number(days) * dayMs).toISOString()
    begin(files, { fileType: (fileType || null) as FileType | null, expiresAt })
    onClose()
  }
  useFileDrop(send)
  return (
    <Dialog title="Upload files" onClose={onClose}>
      <div className="form">
        <div className="form-pair">
          <SelectField
            {...form.bind('fileType')}
            label="Type"
            choices={[{ value: '', label: 'Detect automatically' }, ...fileTypeChoices]}
          />
          <SelectField {...form.bind('days')} label="Expires" choices={lives} />
        </div>
        <label className="drop-area">
          <Upload size={20} aria-hidden />
          <span>
            <strong>Choose files</strong> or drop them anywhere on the page
          </span>
          <span className="muted small">
            {rule
              ? `Up to ${formatFileSize(rule.maxResumableBytes)} each: ${acceptsText(rule.accepts)}`
              : 'Upload several files together. Large files are uploaded in parts and resume after connection loss.'}
          </span>
          <input
            className="visually-hidden"
            type="file"
            multiple
            data-autofocus=""
            onChange={(event) => send([...(event.target.files ?? [])])}
          />
        </label>
        <p className="muted small">
          Owner: {owner && owner !== projectUser ? <strong>{owner}</strong> : 'project'}.
        </p>
      </div>
    </Dialog>
  )
}

const shownFormats = 6

function acceptsText(accepts: readonly string[]): string {
  if (accepts.includes('*/*')) return 'any format'
  const names = accepts.slice(0, shownFormats).map((each) => each.replace(/^.*\/(?!\*)/, ''))
  return accepts.length > shownFormats ? `${names.join(', ')} and more` : names.join(', ')
}
