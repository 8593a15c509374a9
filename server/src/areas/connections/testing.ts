import assert from 'node:assert/strict'
import type { TestApp, TestProject } from '../../../test/harness.ts'

/** Where services send people back to in tests. */
export const callbackAddress = 'http://localhost:4400/oauth/callback'
export const configPath = '/api/v1/auth_configs'
export const accountPath = '/api/v1/connected_accounts'

const formType = { 'content-type': 'application/x-www-form-urlencoded' }

const unescaped = (text: string) =>
  text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))

/** A user with a browser on our pages. */
export function createPerson(app: TestApp) {
  const pathOf = (url: string) => url.replace('http://localhost:4400', '')
  return {
    see: (redirectUrl: string) => app.anonymous.get(pathOf(redirectUrl)),
    submit: (redirectUrl: string, form: Record<string, string>) =>
      app.anonymous.post(pathOf(redirectUrl), new URLSearchParams(form).toString(), formType),
    /** Presses continue: the URL of the service, and the cookies that our page set. */
    async depart(redirectUrl: string): Promise<{ url: URL; cookie: string }> {
      const response = await this.submit(redirectUrl, { action: 'continue' })
      assert.equal(response.status, 200, response.text)
      const target = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(response.text)?.[1]
      const cookie = String(response.headers['set-cookie']).split(';', 1)[0]!
      return { url: new URL(unescaped(target ?? '')), cookie }
    },
    comeBack: (url: URL, cookie: string) =>
      app.anonymous.get(`${url.pathname}${url.search}`, cookie === '' ? {} : { cookie }),
    /** Allows or denies at the demonstration service; where it sends the person. */
    async decideAtDemo(url: URL, decision: 'allow' | 'deny'): Promise<URL> {
      const consent = await app.anonymous.get(`${url.pathname}${url.search}`)
      assert.equal(consent.status, 200, consent.text)
      const decided = await app.anonymous.get(`/demo/decide${url.search}&decision=${decision}`)
      assert.equal(decided.status, 302, decided.text)
      return new URL(String(decided.headers.location))
    },
  }
}

/** An auth config for the demonstration service, and an account of it that works. */
export async function connectDemo(app: TestApp, project: TestProject, username = 'ada') {
  const made = await project.admin.post(configPath, {
    toolkit: { slug: 'demo' },
    authConfig: { type: 'use_provider_managed_auth' },
  })
  assert.equal(made.status, 200, made.text)
  const caller = project.admin.as(username)
  const link = await caller.post(`${accountPath}/link`, { authConfigId: made.body.data.id })
  assert.equal(link.status, 200, link.text)
  const person = createPerson(app)
  const { url, cookie } = await person.depart(link.body.data.redirectUrl)
  const back = await person.comeBack(await person.decideAtDemo(url, 'allow'), cookie)
  assert.equal(back.status, 200, back.text)
  return {
    configId: made.body.data.id as string,
    accountId: link.body.data.connectedAccountId as string,
    redirectUrl: link.body.data.redirectUrl as string,
    caller,
  }
}
