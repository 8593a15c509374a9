import { describe, it } from 'node:test'
import { openStage } from '../harness/browser.ts'
import { lookAt } from '../harness/check-pages.ts'

const pages = [
  { path: '/models', heading: 'Models' },
  { path: '/models/calls', heading: 'Calls' },
  { path: '/models/providers', heading: 'Providers' },
  { path: '/models/media', heading: 'Media' },
  { path: '/playground', heading: 'Model playground' },
  { path: '/playground/image', heading: 'Image playground' },
  { path: '/playground/speech', heading: 'Speech playground' },
  { path: '/playground/transcription', heading: 'Transcription playground' },
  { path: '/playground/video', heading: 'Video playground' },
  { path: '/toolkits', heading: 'Toolkits' },
  { path: '/toolkits/weather', heading: 'Weather station' },
  { path: '/tools?q=send', heading: 'Tools' },
  { path: '/tools/net_price', heading: 'Net price' },
  { path: '/new-tool', heading: 'Create a tool' },
  { path: '/tool-runs', heading: 'Tool runs' },
  { path: '/installed-toolkits', heading: 'Installed toolkits' },
  { path: '/questions', heading: 'Questions' },
  { path: '/connections', heading: 'Connected accounts' },
  { path: '/auth-configs', heading: 'Auth configs' },
  { path: '/sandbox', heading: 'Sandbox' },
  { path: '/sandbox/sessions', heading: 'Sandbox sessions' },
  { path: '/sandbox/executions', heading: 'Executions' },
] as const

describe('every page of models and tools', () => {
  const stage = openStage()

  it('loads, has nothing that axe calls serious in either theme, and fits on a phone', async () => {
    await lookAt(await stage.signedIn('/'), pages)
  })
})
