import type { Skill } from '@stoa/sdk'
import { CodeBlock } from '../../components/code/code-block.tsx'
import { Card } from '../../components/layout/page.tsx'
import { formatFileSize } from '../../components/text/format-number.ts'

/** The files of a skill. They are shown as text, never run or rendered. */
export const SkillFiles = ({ files }: { files: NonNullable<Skill['files']> }) =>
  files.length > 0 && (
    <Card title="Files">
      <ul className="skill-files">
        {files.map(({ path, sizeBytes, content }) => (
          <li key={path}>
            <details>
              <summary>
                <code>{path}</code> <span className="muted small">{formatFileSize(sizeBytes)}</span>
              </summary>
              {content === undefined ? (
                <p className="muted">Too large to show, or not a text.</p>
              ) : (
                <CodeBlock snippets={[{ label: path, text: content }]} />
              )}
            </details>
          </li>
        ))}
      </ul>
    </Card>
  )
