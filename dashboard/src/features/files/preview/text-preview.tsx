import type { Stoa, StoredFile } from '@stoa/sdk'
import { useState } from 'react'
import { CodeBlock } from '../../../components/code/code-block.tsx'
import { prettyJson } from '../../../components/code/pretty-json.ts'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../components/feedback/skeleton.tsx'
import { SegmentedControl } from '../../../components/form/segmented-control.tsx'
import { DocumentMarkdown } from '../../../components/markdown/document-markdown.tsx'
import { formatFileSize } from '../../../components/text/format-number.ts'
import { useRead } from '../../../project.ts'
import { actAs } from '../../end-users/act-as.ts'
import { parseCsv } from './csv.ts'

// As much as one looks at; the rest is for an editor.
const shownBytes = 256 * 1024
const shownRows = 200
const shownColumns = 40

/** The beginning of a file as text. A letter that was cut in two at the end is left out. */
async function readStart(api: Stoa, { id, sizeBytes }: StoredFile, signal: AbortSignal): Promise<string> {
  const isWhole = sizeBytes <= shownBytes
  const response = await api.download('/api/v1/file/download/{id}', {
    params: { id },
    ...(isWhole ? {} : { headers: { range: `bytes=0-${shownBytes - 1}` } }),
    signal,
  })
  const decoder = new TextDecoder()
  return decoder.decode(await response.arrayBuffer(), { stream: !isWhole })
}

type TextKind = 'csv' | 'json' | 'markdown' | 'text'
type TextPreviewProps = { file: StoredFile; owner: string | undefined; kind: TextKind }

export function TextPreview({ file, owner, kind }: TextPreviewProps) {
  const { data, error, refetch } = useRead(['file-text', file.id, file.sha256, owner], (api, signal) =>
    readStart(actAs(api, owner), file, signal),
  )
  if (data === undefined)
    return error ? <ErrorAlert error={error} retry={() => void refetch()} /> : <SkeletonLines count={6} />
  const isWhole = file.sizeBytes <= shownBytes
  return (
    <div className="preview-text stack">
      <Content text={data} kind={kind} isWhole={isWhole} />
      {!isWhole && (
        <p className="muted small">
          The first {formatFileSize(shownBytes)} of {formatFileSize(file.sizeBytes)}.
        </p>
      )}
    </div>
  )
}

function Content({ text, kind, isWhole }: { text: string; kind: TextKind; isWhole: boolean }) {
  switch (kind) {
    case 'csv':
      return <CsvTable text={text} isWhole={isWhole} />
    case 'markdown':
      return <MarkdownText text={text} />
    case 'json':
      return <CodeBlock snippets={[{ label: 'JSON', text: isWhole ? (prettyJson(text) ?? text) : text }]} />
    case 'text':
      return <CodeBlock snippets={[{ label: 'Text', text }]} />
  }
}

const formats = [
  { value: 'rendered', label: 'Rendered' },
  { value: 'raw', label: 'Raw' },
]

function MarkdownText({ text }: { text: string }) {
  const [format, setFormat] = useState('rendered')
  return (
    <>
      <div>
        <SegmentedControl label="Format" value={format} choices={formats} onChange={setFormat} />
      </div>
      {format === 'rendered' ? (
        <DocumentMarkdown text={text} />
      ) : (
        <CodeBlock snippets={[{ label: 'Markdown', text }]} />
      )}
    </>
  )
}

function CsvTable({ text, isWhole }: { text: string; isWhole: boolean }) {
  const parsed = parseCsv(text, shownRows + 2)
  const hasMore = parsed.length > shownRows + 1
  // The last row of a part of a file is a part of a row.
  const rows = hasMore ? parsed.slice(0, shownRows + 1) : isWhole ? parsed : parsed.slice(0, -1)
  const width = Math.min(shownColumns, Math.max(0, ...rows.map((row) => row.length)))
  const [head = [], ...body] = rows.map((row) => Array.from({ length: width }, (_, at) => row[at] ?? ''))
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled with the arrow keys. */}
      <section className="table-frame preview-table" tabIndex={0} aria-label="Content">
        <table className="table">
          <thead>
            <tr>
              {head.map((cell, at) => (
                <th key={at} scope="col">
                  {cell || `Column ${at + 1}`}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {body.map((row, index) => (
              <tr key={index}>
                {row.map((cell, at) => (
                  <td key={at} title={cell}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {hasMore && <p className="muted small">The first {shownRows} rows.</p>}
    </>
  )
}
