import type { OpenOptions } from '../../protocol/messages.ts'

const disabledFeatures = [
  'AutofillServerCommunication',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'CertificateTransparencyComponentUpdater',
  'DestroyProfileOnBrowserClose',
  'DialMediaRouteProvider',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'RenderDocument',
  'ThirdPartyStoragePartitioning',
  'Translate',
]

/** What Playwright expects of a browser: without it pages that are not in front do nothing, and images take long. */
const forAutomation = [
  '--allow-pre-commit-input',
  '--disable-back-forward-cache',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-dev-shm-usage',
  '--disable-field-trial-config',
  '--disable-hang-monitor',
  '--disable-ipc-flooding-protection',
  '--disable-popup-blocking',
  '--disable-prompt-on-repost',
  '--disable-renderer-backgrounding',
  '--enable-features=CDPScreenshotNewSurface',
  '--force-color-profile=srgb',
]

/** Nothing of it is used without a user at the screen, and most of it talks to servers by itself. */
const switchedOff = [
  '--disable-auto-reload',
  '--disable-background-networking',
  '--disable-breakpad',
  '--disable-client-side-phishing-detection',
  '--disable-component-extensions-with-background-pages',
  '--disable-component-update',
  '--disable-crash-reporter',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-extensions',
  '--disable-gpu',
  '--disable-infobars',
  '--disable-print-preview',
  '--disable-sync',
  '--deny-permission-prompts',
  '--metrics-recording-only',
  '--mute-audio',
  '--no-default-browser-check',
  '--no-first-run',
  '--no-pings',
  '--no-service-autorun',
  '--password-store=basic',
  '--use-mock-keychain',
]

/**
 * Everything that leaves the browser goes to the proxy, loopback included; what would bypass a proxy, QUIC, WebRTC over UDP
 * and its own DNS lookups, is off.
 */
const throughProxy = (port: number): string[] => [
  `--proxy-server=http://127.0.0.1:${port}`,
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--disable-quic',
  '--dns-prefetch-disable',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
]

export type ArgumentOptions = Pick<OpenOptions, 'viewport' | 'locale'> & {
  profileFolder: string
  proxyPort: number
  isSandboxed: boolean
  /** Height of the part of a window above its page. */
  barHeight: number
}

export const chromiumArguments = ({
  viewport,
  locale,
  profileFolder,
  proxyPort,
  isSandboxed,
  barHeight,
}: ArgumentOptions): string[] => [
  '--headless',
  '--remote-debugging-pipe',
  `--user-data-dir=${profileFolder}`,
  `--window-size=${viewport.width},${viewport.height + barHeight}`,
  `--screen-info={${viewport.width}x${viewport.height}}`,
  `--lang=${locale}`,
  `--accept-lang=${locale}`,
  '--hide-scrollbars',
  '--js-flags=--max-old-space-size=512',
  '--renderer-process-limit=8',
  ...(isSandboxed ? [] : ['--no-sandbox']),
  `--disable-features=${disabledFeatures.join(',')}`,
  ...forAutomation,
  ...switchedOff,
  ...throughProxy(proxyPort),
  'about:blank',
]
