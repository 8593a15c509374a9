import { Link } from '@tanstack/react-router'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { Button, IconButton } from '../../../../components/actions/button.tsx'
import { errorMessage } from '../../../../components/feedback/error-alert.tsx'
import { toasts } from '../../../../components/feedback/toast-store.ts'
import { ToolPicker } from '../../../../features/tools/tool-picker.tsx'
import { toolUrl } from '../../../../features/tools/tools-api.ts'
import { useProject } from '../../../../project.ts'
import type { Draft } from '../draft.ts'
import { readCatalogueTool } from './read-catalogue-tool.ts'

type CatalogueToolsProps = {
  draft: Draft
  change(patch: Partial<Draft> | ((before: Draft) => Partial<Draft>)): void
}

/** Tools of the project: picked by search, run as soon as the model calls them. */
export function CatalogueTools({ draft: { catalogue, models }, change }: CatalogueToolsProps) {
  const { api } = useProject()
  const [isPicking, setPicking] = useState(false)
  const pick = (slug: string) =>
    readCatalogueTool(api, slug).then(
      (tool) =>
        change(({ catalogue: before }) => ({
          catalogue: [...before.filter((each) => each.slug !== slug), tool],
        })),
      (error) => toasts.error(errorMessage(error)),
    )
  return (
    <>
      {catalogue.length > 0 && (
        <ul className="catalogue-tools" aria-label="Tools that run when they are called">
          {catalogue.map(({ slug, title }) => (
            <li key={slug} className="catalogue-tool">
              <Link className="truncate" to={toolUrl(slug)}>
                {title}
              </Link>
              <IconButton
                label={`Remove ${title}`}
                icon={<X size={14} aria-hidden />}
                onClick={() =>
                  change(({ catalogue: before }) => ({
                    catalogue: before.filter((each) => each.slug !== slug),
                  }))
                }
              />
            </li>
          ))}
        </ul>
      )}
      {catalogue.length > 0 && (
        <p className="field-hint">
          {`They run as soon as the model calls them${models.b === null ? '' : ', once for each model'}. Those that are destructive or may change data ask first.`}
        </p>
      )}
      <div>
        <Button icon={<Plus size={14} aria-hidden />} onClick={() => setPicking(true)}>
          Add tool
        </Button>
      </div>
      {isPicking && <ToolPicker onPick={(slug) => void pick(slug)} onClose={() => setPicking(false)} />}
    </>
  )
}
