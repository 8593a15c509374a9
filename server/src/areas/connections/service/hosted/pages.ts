import { escapeHtml } from '../../../../kernel/text/escape-html.ts'
import type { AuthField } from '../../../toolkits/index.ts'
import type { ConnectionResult, Invitation, ProviderRedirect } from './hosted.ts'

type PageParts = { title: string; body: string; forwardTo?: string | undefined }

/**
 * The layout of every page a user sees in the flow. No script at all: the pages work without one, and what cannot run
 * cannot be made to run.
 */
export const page = ({ title, body, forwardTo }: PageParts): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    ${forwardTo === undefined ? '' : `<meta http-equiv="refresh" content="0;url=${escapeHtml(forwardTo)}" />`}
    <title>${escapeHtml(title)} · Stoa</title>
    <link rel="icon" href="/pages/favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/pages/style.css" />
    <link rel="stylesheet" href="/pages/form.css" />
    <link rel="stylesheet" href="/pages/connect.css" />
  </head>
  <body class="connect">
    <main class="card">
${body}
    </main>
    <p class="muted small made-by"><img src="/pages/favicon.svg" width="16" height="16" alt="" /> Secured by Stoa</p>
  </body>
</html>
`

/** Logos of others are not fetched: an initial reveals nothing to a third party. */
const avatar = (name: string) =>
  `<span class="avatar" aria-hidden="true">${escapeHtml(name.trim().slice(0, 1).toUpperCase() || '?')}</span>`

export function consentPage(invitation: Invitation, fault: string | null): string {
  const { toolkit, projectName, username, config, fields, scheme, account } = invitation
  const isAway = scheme.name === 'OAUTH2'
  const name = escapeHtml(toolkit.name)
  const scopes = config.scopes.map((scope) => {
    const described = scheme.oauth2?.scopes.find((each) => each.name === scope)?.description
    return `<li><code>${escapeHtml(scope)}</code>${described ? `<span class="muted">${escapeHtml(described)}</span>` : ''}</li>`
  })
  const title = account.connected_at === null ? `Connect ${toolkit.name}` : `Reconnect ${toolkit.name}`
  return page({
    title,
    body: `      <div class="pair">${avatar(projectName)}<span class="pair-line" aria-hidden="true"></span>${avatar(toolkit.name)}</div>
      <h1>${escapeHtml(title)}</h1>
      <p class="lead"><strong>${escapeHtml(projectName)}</strong> wants to access your ${name} account.</p>
      <dl class="facts"><dt>Requested by</dt><dd>${escapeHtml(projectName)}</dd><dt>User</dt><dd>${escapeHtml(username)}</dd></dl>
      ${scopes.length === 0 ? '' : `<h2>This will allow</h2>\n      <ul class="scopes">${scopes.join('')}</ul>`}
      ${fault === null ? '' : `<div class="note" role="alert" id="fault">${escapeHtml(fault)}</div>`}
      <form method="post" class="consent">
        ${fields.map((field) => input(field, fault !== null)).join('\n        ')}
        <div class="choices">
          <button class="button primary" type="submit" name="action" value="continue">${isAway ? `Continue to ${name}` : 'Connect'}</button>
          <button class="button" type="submit" name="action" value="cancel" formnovalidate>Cancel</button>
        </div>
      </form>
      <p class="muted small">${
        isAway
          ? `You sign in directly with ${name}. Your password is never shared with this site.`
          : 'Your credentials are stored encrypted, are sent only to this service and are never shown again.'
      }</p>`,
  })
}

function input(field: AuthField, isFaulty: boolean): string {
  const id = `field-${escapeHtml(field.name)}`
  const hint =
    field.description === ''
      ? ''
      : `<span class="muted small" id="${id}-hint">${escapeHtml(field.description)}</span>`
  const shared = `id="${id}" name="field.${escapeHtml(field.name)}"${field.isRequired ? ' required' : ''}${
    hint === '' ? '' : ` aria-describedby="${id}-hint"`
  }${isFaulty ? ' aria-invalid="true"' : ''}`
  const value =
    field.defaultValue === undefined || field.isSecret ? '' : ` value="${escapeHtml(field.defaultValue)}"`
  const isLong = /json|private_key|certificate/i.test(field.name)
  const control = field.options
    ? `<select ${shared}>${field.options.map((option) => `<option value="${escapeHtml(option.value)}">${escapeHtml(option.label)}</option>`).join('')}</select>`
    : isLong
      ? `<textarea ${shared} rows="6" spellcheck="false" autocomplete="off"></textarea>`
      : `<input ${shared}${value} type="${field.isSecret ? 'password' : 'text'}" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="16384" />`
  return `<div class="field"><label for="${id}">${escapeHtml(field.label)}${field.isRequired ? '' : ' <span class="muted">optional</span>'}</label>${control}${hint}</div>`
}

/** Shown for a moment on the way out. A redirect would be simpler, but a form may not lead out of this origin. */
export const providerRedirectPage = ({ url, toolkitName }: ProviderRedirect): string =>
  page({
    title: `Redirecting to ${toolkitName}`,
    forwardTo: url,
    body: `      <h1>Redirecting to ${escapeHtml(toolkitName)}…</h1>
      <p class="lead">You are being redirected to ${escapeHtml(new URL(url).host)}.</p>
      <p><a class="button primary" href="${escapeHtml(url)}">Continue</a></p>`,
  })

export function resultPage(result: ConnectionResult, forward: boolean): string {
  const { isConnected, message, returnTo } = result
  return page({
    title: isConnected ? 'Connected' : 'Not connected',
    forwardTo: forward && returnTo !== null ? returnTo : undefined,
    body: `      <p class="state-mark" data-kind="${isConnected ? 'good' : 'bad'}"></p>
      <h1>${isConnected ? 'Connected' : 'Not connected'}</h1>
      <p class="lead" role="status">${escapeHtml(message)}</p>
      ${
        returnTo === null
          ? '<p class="muted">You can close this page.</p>'
          : `<p><a class="button primary" href="${escapeHtml(returnTo)}">Go back</a></p>`
      }`,
  })
}

export const faultPage = (title: string, message: string, hint: string | undefined): string =>
  page({
    title,
    body: `      <p class="state-mark" data-kind="warn"></p>
      <h1>${escapeHtml(title)}</h1>
      <p class="lead" role="alert">${escapeHtml(message)}.</p>
      ${hint === undefined ? '' : `<p class="muted">${escapeHtml(hint)}</p>`}`,
  })

export const demoPage = (search: string, scopes: readonly string[], name: string): string =>
  page({
    title: 'Demonstration service',
    body: `      <p><span class="chip warn">Demonstration</span></p>
      <h1>Demonstration service</h1>
      <p class="lead">You are signed in as <strong>${escapeHtml(name)}</strong>, a test user. Nothing here is real.</p>
      <h2>The application will be able to read</h2>
      <ul class="scopes">${scopes.map((scope) => `<li><code>${escapeHtml(scope)}</code></li>`).join('')}</ul>
      <div class="choices">
        <a class="button primary" href="/demo/decide?${escapeHtml(`${search}&decision=allow`)}">Allow</a>
        <a class="button" href="/demo/decide?${escapeHtml(`${search}&decision=deny`)}">Deny</a>
      </div>`,
  })
