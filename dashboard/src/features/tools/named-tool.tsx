import { useToolName } from './tool-names.tsx'

type NamedToolProps = { slug: string; name?: string | undefined }

/** A tool as a part of a sentence: by its name, with its slug. */
export function NamedTool({ slug, name }: NamedToolProps) {
  const nameOf = useToolName()
  return (
    <>
      <strong>{name ?? nameOf(slug)}</strong> <code className="muted small">{slug}</code>
    </>
  )
}
