import { termsOf } from './words.ts'

/**
 * What widely used services are for, which their tools do not say: "Sends the message" of a mail service sends an email.
 * One that is for many things has tools that say it themselves.
 */
const subjects: Readonly<Record<string, string>> = {
  asana: 'task todo',
  bitbucket: 'repository repo',
  box: 'file document',
  docusign: 'document signature',
  github: 'repository repo',
  gitlab: 'repository repo',
  gmail: 'email mail',
  'google-bigquery': 'database sql',
  'google-calendar': 'calendar event meeting appointment',
  'google-chat': 'chat',
  'google-contacts': 'contact',
  'google-docs': 'document doc',
  'google-drive': 'file document',
  'google-forms': 'form survey',
  'google-sheets': 'spreadsheet sheet',
  'google-slides': 'presentation slide',
  'google-tasks': 'task todo',
  'google-translate': 'translation translate',
  jira: 'ticket issue',
  mailchimp: 'newsletter',
  'notion-api': 'note page',
  postmark: 'email mail',
  sendgrid: 'email mail',
  'slack-api': 'chat',
  spotify: 'music song track',
  stripe: 'payment',
  telegram: 'chat',
  trello: 'card board',
  twilio: 'sms phone',
  twitter: 'tweet',
  xero: 'accounting',
  youtube: 'video',
  zoom: 'meeting',
}

const bySlug = new Map(Object.entries(subjects).map(([slug, words]) => [slug, new Set(termsOf(words))]))
const none: ReadonlySet<string> = new Set()

/** The stems of the words for what a toolkit is for. */
export const subjectOf = (slug: string): ReadonlySet<string> => bySlug.get(slug) ?? none
