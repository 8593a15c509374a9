import type { CdpMessage } from '../../../protocol/messages.ts'

/** What a client may use: the page and what belongs to it. What is not listed is refused, also what is new. */
const domains = new Set([
  'Accessibility',
  'Animation',
  'Audits',
  'CSS',
  'CacheStorage',
  'Console',
  'DOM',
  'DOMDebugger',
  'DOMSnapshot',
  'DOMStorage',
  'Debugger',
  'Emulation',
  'Fetch',
  'HeapProfiler',
  'IndexedDB',
  'Input',
  'Inspector',
  'LayerTree',
  'Log',
  'Network',
  'Overlay',
  'Page',
  'Performance',
  'Profiler',
  'Runtime',
  'Security',
  'ServiceWorker',
  'Storage',
  'WebAuthn',
])

/** Of other domains, what clients need to connect at all. */
const methods = new Set([
  'Browser.getVersion',
  'Browser.getWindowBounds',
  'Browser.getWindowForTarget',
  'IO.close',
  'IO.read',
  'Target.activateTarget',
  'Target.attachToBrowserTarget',
  'Target.attachToTarget',
  'Target.autoAttachRelated',
  'Target.closeTarget',
  'Target.createBrowserContext',
  'Target.createTarget',
  'Target.detachFromTarget',
  'Target.disposeBrowserContext',
  'Target.getBrowserContexts',
  'Target.getTargetInfo',
  'Target.getTargets',
  'Target.setAutoAttach',
  'Target.setDiscoverTargets',
])

/**
 * Clients send these by themselves, and get a plain success: where files of the machine go is decided here, the window is
 * that of all clients, and the size of a page is emulated.
 */
const ignored = new Set([
  'Browser.close',
  'Browser.setDownloadBehavior',
  'Browser.setWindowBounds',
  'Page.setDownloadBehavior',
])

/** Reads or writes files of the machine, or leaves the browser. */
const refused = new Set([
  'DOM.setFileInputFiles',
  'Page.addCompilationCache',
  'Security.setIgnoreCertificateErrors',
])

/** Another proxy would be another way to the network, and so would be rights that no page has. */
const refusedParams = ['proxyServer', 'proxyBypassList', 'originsWithUniversalNetworkAccess']

const schemes = new Set(['http:', 'https:', 'about:', 'blob:', 'data:'])

export type Verdict = 'pass' | 'ignore' | 'refuse'

/** Whether a message of an outside client reaches the browser. */
export function judge({ method = '', params = {} }: CdpMessage): Verdict {
  if (ignored.has(method)) return 'ignore'
  if (refused.has(method)) return 'refuse'
  if (!domains.has(method.split('.')[0]!) && !methods.has(method)) return 'refuse'
  if (refusedParams.some((name) => name in params) || dropsFiles(params)) return 'refuse'
  return 'url' in params && !isWebUrl(params.url) ? 'refuse' : 'pass'
}

/** What is dropped may be data of the page, not files of the machine. */
function dropsFiles({ data }: Record<string, unknown>): boolean {
  return typeof data === 'object' && data !== null && 'files' in data
}

const isWebUrl = (url: unknown): boolean =>
  url === '' ||
  url === undefined ||
  (typeof url === 'string' && URL.canParse(url) && schemes.has(new URL(url).protocol))
