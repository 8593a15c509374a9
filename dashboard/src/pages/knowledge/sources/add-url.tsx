import type { KnowledgeCollection } from '@stoa/sdk'
import { FormDialog } from '../../../components/dialog/form-dialog.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { SelectField, TextField } from '../../../components/form/field.tsx'
import { requiredNumber } from '../../../components/form/required-number.ts'
import { SegmentedControl } from '../../../components/form/segmented-control.tsx'
import { useForm } from '../../../components/form/use-form.ts'
import { useApiAs } from '../../../features/end-users/act-as.ts'
import { ingestUrlPath } from '../../../features/knowledge/knowledge-api.ts'
import { refreshChoices, refreshOf } from '../../../features/knowledge/refresh-intervals.ts'
import { useRefresh } from '../../../project.ts'
import { CrawlPreview } from './crawl-preview.tsx'

const modes = [
  { value: 'scrape', label: 'This page' },
  { value: 'crawl', label: 'Crawl the site' },
]

export function AddUrl({
  collection: { id },
  onClose,
}: {
  collection: KnowledgeCollection
  onClose(): void
}) {
  const api = useApiAs()
  const refresh = useRefresh()
  const form = useForm({ url: '', mode: 'scrape', maxPages: '20', refreshEvery: '' })
  const isCrawl = form.values.mode === 'crawl'
  const add = form.submit(async ({ url, maxPages, refreshEvery: choice }) => {
    const refreshEvery = refreshOf(choice)
    const { changed } = await api.post(ingestUrlPath, {
      params: { id },
      body: isCrawl
        ? { url: url.trim(), mode: 'crawl', maxPages: requiredNumber('maxPages', maxPages), refreshEvery }
        : { url: url.trim(), mode: 'scrape', refreshEvery },
    })
    toasts.success(addedMessage(changed, isCrawl))
    onClose()
    await refresh(['knowledge'])
  })
  return (
    <FormDialog
      title="Add from the web"
      submitLabel={isCrawl ? 'Start crawl' : 'Add page'}
      form={form}
      onSubmit={add}
      onClose={onClose}
    >
      <TextField
        {...form.bind('url')}
        label="URL"
        type="url"
        placeholder="https://example.com/handbook/"
        isRequired
        hasInitialFocus
      />
      <SegmentedControl
        label="What to add"
        value={form.values.mode}
        choices={modes}
        onChange={(mode) => form.set({ mode })}
      />
      {isCrawl && (
        <TextField
          {...form.bind('maxPages')}
          label="Pages at most"
          type="number"
          hint="1 to 100. Each page becomes a source that is refreshed, retried and deleted alone."
        />
      )}
      {isCrawl && (
        <CrawlPreview
          collectionId={id}
          url={form.values.url.trim()}
          maxPages={Number(form.values.maxPages)}
        />
      )}
      <SelectField
        {...form.bind('refreshEvery')}
        label="Look for changes"
        choices={refreshChoices}
        hint="Unchanged pages cost nothing."
      />
      <WebRules isCrawl={isCrawl} />
    </FormDialog>
  )
}

const addedMessage = (changed: boolean, isCrawl: boolean): string => {
  if (!changed) return 'The collection has this page already'
  return isCrawl ? 'Crawl started' : 'Page added'
}

const WebRules = ({ isCrawl }: { isCrawl: boolean }) => (
  <p className="muted small">
    {isCrawl
      ? 'Follows the sitemap and links on the same host, below the folder of the URL, with one request at a time. '
      : ''}
    Rules of robots.txt apply. Addresses of private networks are refused.
  </p>
)
