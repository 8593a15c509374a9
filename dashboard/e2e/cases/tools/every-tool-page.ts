import { describe, it } from 'node:test'
import { openTestBrowser } from '../../harness/browser.ts'
import { checkPages, toolPages } from '../../harness/check-pages.ts'

const pages = [
  ...toolPages,
  { path: '/playground/speech', heading: 'Speech playground' },
  { path: '/playground/transcription', heading: 'Transcription playground' },
  { path: '/playground/video', heading: 'Video playground' },
]

describe('every page of models and tools', () => {
  const testBrowser = openTestBrowser()

  it('loads, has nothing that axe calls serious in either theme, and fits on a phone', async () => {
    await checkPages(await testBrowser.signedIn('/'), pages)
  })
})
