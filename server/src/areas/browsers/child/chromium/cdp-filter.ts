import type { CdpMessage } from '../../protocol/messages.ts'

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
  'Target',
  'WebAuthn',
])

/** Of other domains, what clients need to connect at all. */
const methods = new Set(['Browser.getVersion', 'Browser.getWindowForTarget', 'IO.read', 'IO.close'])

/** Clients send these by themselves; where files of the machine go is decided here, so they get a plain success. */
const ignored = new Set(['Browser.setDownloadBehavior', 'Page.setDownloadBehavior', 'Browser.close'])

/** Reads or writes files of the machine, or leaves the browser. */
const refused = new Set([
  'DOM.setFileInputFiles',
  'Network.loadNetworkResource',
  'Page.addCompilationCache',
  'Security.setIgnoreCertificateErrors',
  'Target.exposeDevToolsProtocol',
  'Target.setRemoteLocations',
  'Target.sendMessageToTarget',
])

const schemes = new Set(['http:', 'https:', 'about:', 'blob:', 'data:'])

export type Verdict = 'pass' | 'ignore' | 'refuse'

/** Whether a message of an outside client reaches the browser. */
export function judge({ method = '', params = {} }: CdpMessage): Verdict {
  if (ignored.has(method)) return 'ignore'
  if (refused.has(method)) return 'refuse'
  if (!domains.has(method.split('.')[0]!) && !methods.has(method)) return 'refuse'
  // Another proxy would be another way to the network.
  if ('proxyServer' in params || 'proxyBypassList' in params) return 'refuse'
  return 'url' in params && !isWebUrl(params.url) ? 'refuse' : 'pass'
}

const isWebUrl = (url: unknown): boolean =>
  url === '' ||
  url === undefined ||
  (typeof url === 'string' && URL.canParse(url) && schemes.has(new URL(url).protocol))
