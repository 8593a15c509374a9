import type { SkillSurface } from '@stoa/sdk'
import { Chips, Status } from '../../components/feedback/status.tsx'
import { DescriptionList } from '../../components/layout/page.tsx'

const labels: Record<keyof SkillSurface, string> = {
  tools: 'Tools',
  urls: 'URLs',
  commands: 'Commands',
  writes: 'File writes',
  secrets: 'Secrets',
  scripts: 'Scripts',
  hiddenText: 'Hidden characters',
}

type NamedParts = { [Part in keyof SkillSurface]?: SkillSurface[Part] | undefined }

/** What the files of a skill name: where a reviewer looks first. */
export function SurfaceView({ surface }: { surface: NamedParts }) {
  const named = Object.entries(labels).flatMap(([key, label]) => {
    const items = surface[key as keyof SkillSurface] ?? []
    return items.length === 0 ? [] : [[label, <Chips key={key} items={items} none="" />] as const]
  })
  if (named.length === 0)
    return (
      <p>
        <Status kind="good">No tools, URLs, commands, writes, secrets or scripts.</Status>
      </p>
    )
  return <DescriptionList facts={named} />
}
