import { Link, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useRunShortcut } from '../../../components/code/use-run-shortcut.ts'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { Page } from '../../../components/layout/page.tsx'
import {
  jobPath,
  jobsPath,
  type MediaKind,
  mediaKindOf,
  mediaKinds,
} from '../../../features/media/media-kinds.ts'
import { useMediaJob } from '../../../features/media/use-media-job.ts'
import { useFilters } from '../../../filters.ts'
import { CodeDialog } from '../chat/code-dialog.tsx'
import { ModelPicker, useModels } from '../model-picker.tsx'
import { PlaygroundTabs } from '../playground-tabs.tsx'
import { playgroundRoutes } from '../routes.ts'
import { CurrentJob } from './current-job.tsx'
import { expectedPrice } from './expected-price.ts'
import { MediaComposer } from './media-composer.tsx'
import { callOf, draftOf, isWritten } from './media-draft.ts'
import { MediaSettings } from './media-settings.tsx'
import { ReadinessNote } from './readiness-note.tsx'
import { RecentMedia } from './recent-media.tsx'
import { useMediaPlayground } from './use-media-playground.ts'
import { useReadiness } from './use-readiness.ts'
import '../../../components/conversation/conversation.css'
import '../playground.css'
import './media-playground.css'

export function MediaPlaygroundPage() {
  const { kind: slug = '' } = useParams({ strict: false }) as { kind?: string }
  const kind = mediaKindOf(slug)
  if (kind === undefined) {
    return (
      <Page title="Page not found" width="narrow">
        <p>
          <Link to={playgroundRoutes.chat}>Go to the model playground</Link>
        </p>
      </Page>
    )
  }
  // Every kind has its own draft, and nothing of one is visible in another.
  return <MediaPlaygroundState key={kind} kind={kind} />
}

const abouts: Record<MediaKind, string> = {
  image: 'Generate images from a prompt or from other images. Results are stored in Files.',
  tts: 'Convert text to speech. The audio is stored in Files.',
  stt: 'Transcribe audio to text.',
  video: 'Generate video from a prompt or a first frame. This takes a few minutes; you can leave this page.',
}

function MediaPlaygroundState({ kind }: { kind: MediaKind }) {
  const playground = useMediaPlayground(kind)
  const { draft, jobId, changeDraft, failure, isBusy } = playground
  const taken = useImportedJob(playground)
  const readiness = useReadiness(kind)
  const { data: models } = useModels(kind)
  const model = models?.find(({ modelId }) => modelId === draft.model)
  const canGenerate = !isBusy && readiness.state !== 'missing' && isWritten(kind, draft)
  const make = () => {
    if (canGenerate) playground.make()
  }
  useRunShortcut(make)
  const { label } = mediaKinds[kind]
  return (
    <Page
      title={`${label} playground`}
      about={abouts[kind]}
      calls={[
        { title: 'Send this request', call: callOf(kind, draft) },
        { title: 'Retrieve a job', call: { method: 'GET', path: jobPath } },
        { title: 'List jobs', call: { method: 'GET', path: jobsPath, query: { kind } } },
      ]}
    >
      <PlaygroundTabs />
      {taken !== null && <ErrorAlert error={taken} />}
      <div className="model-bar">
        <ModelPicker
          label="Model"
          kind={kind}
          modelId={draft.model}
          onChoose={(next) => changeDraft({ model: next })}
        />
        <CodeDialog call={callOf(kind, draft)} title={`${label} code`} />
      </div>
      <ReadinessNote kind={kind} readiness={readiness} />
      <div className="playground">
        <div className="media-playground">
          <MediaComposer
            kind={kind}
            draft={draft}
            isBusy={isBusy}
            change={changeDraft}
            price={readiness.state === 'placeholder' && !model ? 'free' : expectedPrice(kind, draft, model)}
            isOff={readiness.state === 'missing'}
            canGenerate={canGenerate}
            onCreate={make}
          />
          {failure !== null && <ErrorAlert error={failure} />}
          {jobId !== null && <CurrentJob id={jobId} />}
          <RecentMedia kind={kind} shownId={jobId} />
        </div>
        <details className="playground-side" open={isWide()}>
          <summary>Settings</summary>
          <MediaSettings kind={kind} draft={draft} model={model} change={changeDraft} />
        </details>
      </div>
    </Page>
  )
}

// On small screens the result comes first, and the settings are collapsed.
const isWide = () => window.matchMedia('(min-width: 1001px)').matches

/** Loads a job, or a model, from the URL, once. Returns why it could not. */
function useImportedJob({ take, changeDraft }: ReturnType<typeof useMediaPlayground>): unknown {
  const { filters, set } = useFilters()
  const { job: id, model } = filters
  const { data, error } = useMediaJob(id)
  // Only what is named starts it: the draft changes with every letter.
  useEffect(() => {
    if (id === undefined || data?.id !== id) return
    take({ draft: draftOf(data), jobId: id })
    set({ job: undefined })
  }, [id, data])
  useEffect(() => {
    if (model === undefined) return
    changeDraft({ model })
    set({ model: undefined }, { replace: true })
  }, [model])
  return id === undefined ? null : error
}
