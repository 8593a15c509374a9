import type { JsonObject } from './json.ts'

/** What people know of a service and its description does not say. Looked up by the id in the collection. */
export type Famous = {
  slug?: string
  name?: string
  /** 0 to 100; others get a little by their size. */
  popularity: number
  /** A read that every account may make and that tells whose account it is. */
  currentUserPath?: string
  categories?: readonly string[]
  /** Replaces what the description says of its address; `{name}` becomes a field of the connection. */
  server?: { url: string; variables?: JsonObject }
  /** Replaces what the description says of proving oneself; each is enough by itself unless `together` is set. */
  schemes?: { [name: string]: JsonObject }
  together?: true
  /** Parameters that only carry credentials, or that the executor knows better. */
  withoutParameters?: readonly string[]
  defaults?: { [parameter: string]: string }
}

const bearer = (description = 'API key'): JsonObject => ({ type: 'http', scheme: 'bearer', description })
const basic = (description: string): JsonObject => ({ type: 'http', scheme: 'basic', description })
const header = (name: string, description = 'API key'): JsonObject => ({
  type: 'apiKey',
  in: 'header',
  name,
  description,
})
const query = (name: string, description = 'API key'): JsonObject => ({
  type: 'apiKey',
  in: 'query',
  name,
  description,
})
const oauth2 = (authorizationUrl: string, tokenUrl: string, scopes: JsonObject): JsonObject => ({
  type: 'oauth2',
  flows: { authorizationCode: { authorizationUrl, tokenUrl, scopes } },
})
const variable = (description: string, value = ''): JsonObject => ({ default: value, description })

const google = (slug: string, name: string, popularity: number, more: Partial<Famous> = {}): Famous => ({
  slug,
  name,
  popularity,
  ...more,
})

const microsoftScopes = Object.fromEntries(
  [
    ['offline_access', 'Stay signed in'],
    ['User.Read', 'Read the profile of the signed-in user'],
    ['Mail.ReadWrite', 'Read and write mail'],
    ['Mail.Send', 'Send mail'],
    ['Calendars.ReadWrite', 'Read and write calendars'],
    ['Contacts.ReadWrite', 'Read and write contacts'],
    ['Files.ReadWrite.All', 'Read and write files'],
    ['Sites.ReadWrite.All', 'Read and write SharePoint sites'],
    ['Tasks.ReadWrite', 'Read and write tasks'],
    ['Notes.ReadWrite', 'Read and write notebooks'],
    ['Chat.ReadWrite', 'Read and write chats'],
    ['ChannelMessage.Send', 'Send messages to channels'],
    ['Team.ReadBasic.All', 'Read the names of teams'],
    ['Group.ReadWrite.All', 'Read and write groups'],
    ['Directory.Read.All', 'Read the directory'],
  ].map(([name, description]) => [name!, description!]),
)

export const famous: { [id: string]: Famous } = {
  'github.com/api.github.com': {
    slug: 'github',
    name: 'GitHub',
    popularity: 100,
    currentUserPath: '/user',
    schemes: {
      token: bearer('Personal access token'),
      oauth2: oauth2(
        'https://github.com/login/oauth/authorize',
        'https://github.com/login/oauth/access_token',
        {
          repo: 'Repositories, private ones too',
          'read:user': 'Read the profile',
          'user:email': 'Read e-mail addresses',
          'read:org': 'Read organisations',
          gist: 'Write gists',
          workflow: 'Change workflow files',
          notifications: 'Read notifications',
          project: 'Read and write projects',
          delete_repo: 'Delete repositories',
          'write:packages': 'Publish packages',
        },
      ),
    },
  },
  'notion.com': {
    name: 'Notion',
    popularity: 95,
    currentUserPath: '/v1/users/me',
    schemes: {
      token: bearer('Internal integration secret'),
      oauth2: oauth2(
        'https://api.notion.com/v1/oauth/authorize',
        'https://api.notion.com/v1/oauth/token',
        {},
      ),
    },
    defaults: { 'Notion-Version': '2022-06-28' },
  },
  'openai.com': {
    name: 'OpenAI',
    popularity: 95,
    currentUserPath: '/models',
    categories: ['ai-&-machine-learning'],
    schemes: { key: bearer() },
  },
  'microsoft.com/graph': {
    slug: 'microsoft-graph',
    name: 'Microsoft Graph (Outlook, Teams, OneDrive, Excel)',
    popularity: 95,
    currentUserPath: '/me',
    categories: ['productivity-&-project-management', 'collaboration-&-communication'],
    schemes: {
      oauth2: oauth2(
        'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
        'https://login.microsoftonline.com/common/oauth2/v2.0/token',
        microsoftScopes,
      ),
    },
  },
  'telegram.org': {
    slug: 'telegram',
    name: 'Telegram Bot',
    popularity: 85,
    currentUserPath: '/getMe',
    server: {
      url: 'https://api.telegram.org/bot{token}',
      variables: { token: variable('Token of the bot, from BotFather') },
    },
  },
  'elevenlabs.io': {
    name: 'ElevenLabs',
    popularity: 80,
    currentUserPath: '/v1/user',
    server: { url: 'https://api.elevenlabs.io' },
    schemes: { key: header('xi-api-key') },
  },
  'slack.com': {
    name: 'Slack',
    popularity: 100,
    currentUserPath: '/auth.test',
    withoutParameters: ['token'],
    schemes: {
      oauth2: oauth2('https://slack.com/oauth/v2/authorize', 'https://slack.com/api/oauth.v2.access', {
        'chat:write': 'Send messages',
        'channels:read': 'List public channels',
        'channels:history': 'Read messages of public channels',
        'channels:manage': 'Make and change public channels',
        'groups:read': 'List private channels',
        'groups:history': 'Read messages of private channels',
        'im:write': 'Open direct messages',
        'im:history': 'Read direct messages',
        'users:read': 'List people',
        'users:read.email': 'Read e-mail addresses of people',
        'files:read': 'Read files',
        'files:write': 'Upload files',
        'reactions:write': 'Add reactions',
        'reminders:write': 'Add reminders',
        'pins:write': 'Pin messages',
      }),
      token: bearer('Bot or user token'),
    },
  },
  'trello.com': {
    name: 'Trello',
    popularity: 85,
    currentUserPath: '/members/me',
    server: { url: 'https://api.trello.com/1' },
    schemes: { api_key: query('key', 'API key'), api_token: query('token', 'Token of the user') },
    together: true,
  },
  'atlassian.com/jira': {
    slug: 'jira',
    name: 'Jira',
    popularity: 95,
    currentUserPath: '/rest/api/3/myself',
    categories: ['productivity-&-project-management', 'developer-tools-&-devops'],
    server: {
      url: 'https://{site}.atlassian.net',
      variables: { site: variable('First part of the address of your site, before .atlassian.net') },
    },
    schemes: { basic: basic('E-mail address and API token') },
  },
  'jira.local': { slug: 'jira-server', name: 'Jira Server', popularity: 20 },
  'mailchimp.com': {
    name: 'Mailchimp',
    popularity: 85,
    currentUserPath: '/',
    categories: ['marketing-&-social-media'],
    server: {
      url: 'https://{dc}.api.mailchimp.com/3.0',
      variables: { dc: variable('Data centre: the end of the API key after the dash, such as us6') },
    },
    schemes: {
      basic: basic('Any user name, and the API key as the password'),
      oauth2: oauth2(
        'https://login.mailchimp.com/oauth2/authorize',
        'https://login.mailchimp.com/oauth2/token',
        {},
      ),
    },
  },
  'stripe.com': {
    name: 'Stripe',
    popularity: 95,
    currentUserPath: '/v1/account',
    schemes: { key: bearer('Secret key') },
  },
  'asana.com': { name: 'Asana', popularity: 85, currentUserPath: '/users/me' },
  'sendgrid.com': {
    name: 'SendGrid',
    popularity: 80,
    currentUserPath: '/user/profile',
    categories: ['marketing-&-social-media', 'collaboration-&-communication'],
    server: { url: 'https://api.sendgrid.com/v3' },
    schemes: { key: bearer() },
  },
  'twilio.com/api': {
    slug: 'twilio',
    name: 'Twilio',
    popularity: 85,
    currentUserPath: '/2010-04-01/Accounts.json',
    schemes: { basic: basic('Account SID and auth token') },
  },
  'zoom.us': { slug: 'zoom', name: 'Zoom', popularity: 85, currentUserPath: '/users/me' },
  'gitlab.com': {
    name: 'GitLab',
    popularity: 80,
    currentUserPath: '/v3/user',
    schemes: { token: header('PRIVATE-TOKEN', 'Access token') },
    withoutParameters: ['private_token'],
  },
  'bitbucket.org': {
    name: 'Bitbucket',
    popularity: 70,
    currentUserPath: '/user',
    schemes: {
      basic: basic('User name and app password'),
      oauth2: oauth2(
        'https://bitbucket.org/site/oauth2/authorize',
        'https://bitbucket.org/site/oauth2/access_token',
        {
          account: 'Read the account',
          repository: 'Read repositories',
          'repository:write': 'Write repositories',
          pullrequest: 'Read pull requests',
          'pullrequest:write': 'Write pull requests',
          'issue:write': 'Write issues',
          webhook: 'Make webhooks',
        },
      ),
    },
  },
  'spotify.com': {
    name: 'Spotify',
    popularity: 80,
    currentUserPath: '/me',
    categories: ['entertainment-&-media'],
  },
  'xero.com/xero_accounting': {
    slug: 'xero',
    name: 'Xero',
    popularity: 75,
    currentUserPath: '/Organisation',
  },
  'box.com': {
    name: 'Box',
    popularity: 75,
    currentUserPath: '/users/me',
    categories: ['document-&-file-management'],
  },
  'squareup.com': {
    slug: 'squareup',
    name: 'Square',
    popularity: 75,
    currentUserPath: '/v2/merchants',
    categories: ['finance-&-accounting', 'e-commerce'],
    schemes: { token: bearer('Access token') },
  },
  'digitalocean.com': { name: 'DigitalOcean', popularity: 70, currentUserPath: '/v2/account' },
  'docusign.net': {
    slug: 'docusign',
    name: 'DocuSign',
    popularity: 75,
    categories: ['document-&-file-management'],
    schemes: {
      oauth2: oauth2('https://account.docusign.com/oauth/auth', 'https://account.docusign.com/oauth/token', {
        signature: 'Send and sign envelopes',
        extended: 'Stay signed in',
      }),
    },
  },
  'twitter.com/current': {
    slug: 'twitter',
    name: 'X (Twitter)',
    popularity: 85,
    currentUserPath: '/2/users/me',
    categories: ['social-media'],
  },
  'twitter.com/legacy': { slug: 'twitter-v1', popularity: 10 },
  'vercel.com': { name: 'Vercel', popularity: 70, currentUserPath: '/v2/user' },
  'vimeo.com': { name: 'Vimeo', popularity: 60, currentUserPath: '/me' },
  'netlify.com': { name: 'Netlify', popularity: 60, currentUserPath: '/user' },
  'plaid.com': {
    name: 'Plaid',
    popularity: 65,
    server: {
      url: 'https://{environment}.plaid.com',
      variables: {
        environment: {
          default: 'production',
          enum: ['production', 'sandbox', 'development'],
          description: 'Environment',
        },
      },
    },
    schemes: { client: header('PLAID-CLIENT-ID', 'Client id'), secret: header('PLAID-SECRET', 'Secret') },
    together: true,
    withoutParameters: ['client_id', 'secret'],
  },
  'postmarkapp.com/server': {
    slug: 'postmark',
    name: 'Postmark',
    popularity: 55,
    currentUserPath: '/server',
    server: { url: 'https://api.postmarkapp.com' },
    schemes: { token: header('X-Postmark-Server-Token', 'Server token') },
  },
  'getpostman.com': {
    slug: 'postman',
    name: 'Postman',
    popularity: 55,
    currentUserPath: '/me',
    schemes: { key: header('X-Api-Key') },
  },
  'snyk.io': {
    name: 'Snyk',
    popularity: 55,
    currentUserPath: '/user/me',
    schemes: { key: { ...header('Authorization', 'The word token, a blank, and the API token') } },
  },
  'zuora.com': { name: 'Zuora', popularity: 40, schemes: { token: bearer('Access token') } },
  'ticketmaster.com/discovery': {
    slug: 'ticketmaster',
    name: 'Ticketmaster Discovery',
    popularity: 50,
    server: { url: 'https://app.ticketmaster.com/discovery/v2' },
    schemes: { key: query('apikey') },
  },
  'magento.com': {
    name: 'Magento',
    popularity: 60,
    categories: ['e-commerce'],
    server: { url: 'https://{host}/rest/default', variables: { host: variable('Host of your shop') } },
    schemes: { token: bearer('Integration access token') },
  },
  'meilisearch.com': {
    name: 'Meilisearch',
    popularity: 40,
    server: { url: 'https://{host}', variables: { host: variable('Host of your instance') } },
    schemes: { key: bearer() },
  },
  'weatherbit.io': { name: 'Weatherbit', popularity: 40, schemes: { key: query('key') } },
  'rawg.io': { name: 'RAWG', popularity: 30, schemes: { key: query('key') } },
  'opencagedata.com': { name: 'OpenCage', popularity: 40, schemes: { key: query('key') } },
  'discourse.local': {
    name: 'Discourse',
    popularity: 45,
    server: { url: 'https://{host}', variables: { host: variable('Host of your forum') } },
    schemes: { key: header('Api-Key'), user: header('Api-Username', 'Name of the acting user') },
    together: true,
    withoutParameters: ['Api-Key', 'Api-Username'],
  },
  'kubernetes.io': {
    name: 'Kubernetes',
    popularity: 60,
    server: { url: 'https://{host}', variables: { host: variable('Host of the API server') } },
    schemes: { token: bearer('Service account token') },
  },
  'docker.com/engine': { slug: 'docker-engine', name: 'Docker Engine', popularity: 40 },
  'gitea.io': { name: 'Gitea', popularity: 35 },
  'giphy.com': { name: 'GIPHY', popularity: 45 },
  'stackexchange.com': { slug: 'stackexchange', name: 'Stack Exchange', popularity: 55 },
  'soundcloud.com': { name: 'SoundCloud', popularity: 45, currentUserPath: '/me' },
  'linode.com': { name: 'Linode', popularity: 50, currentUserPath: '/profile' },
  'circleci.com': { name: 'CircleCI', popularity: 55, currentUserPath: '/me' },
  'launchdarkly.com': { name: 'LaunchDarkly', popularity: 50 },
  'bufferapp.com': { slug: 'buffer', name: 'Buffer', popularity: 50, currentUserPath: '/user.json' },
  'telnyx.com': { name: 'Telnyx', popularity: 45 },
  'wikimedia.org': { name: 'Wikimedia', popularity: 40, schemes: {} },
  'youneedabudget.com': { slug: 'ynab', name: 'YNAB', popularity: 45, currentUserPath: '/user' },
  'hetzner.cloud': { slug: 'hetzner', name: 'Hetzner Cloud', popularity: 50 },
  'nytimes.com/article_search': {
    slug: 'nytimes-article-search',
    name: 'New York Times article search',
    popularity: 35,
  },
  'webflow.com': { slug: 'lucidtech', name: 'Lucidtech', popularity: 5 },
  'github.com': { slug: 'eqivo', name: 'Eqivo', popularity: 1 },
  'google.com': { slug: 'google-travel-partner', name: 'Google Travel Partner', popularity: 5 },
  'google.home': { slug: 'google-home-local', name: 'Google Home (local)', popularity: 5 },
  'medium.com': { slug: 'medium-rapidapi', name: 'Medium (RapidAPI)', popularity: 20 },
  'googleapis.com/gmail': google('gmail', 'Gmail', 100, {
    currentUserPath: '/gmail/v1/users/me/profile',
    categories: ['collaboration-&-communication'],
  }),
  'googleapis.com/drive': google('google-drive', 'Google Drive', 95, {
    currentUserPath: '/about?fields=user',
    categories: ['document-&-file-management'],
  }),
  'googleapis.com/calendar': google('google-calendar', 'Google Calendar', 95, {
    currentUserPath: '/calendars/primary',
    categories: ['scheduling-&-booking'],
  }),
  'googleapis.com/sheets': google('google-sheets', 'Google Sheets', 95, {
    categories: ['productivity-&-project-management'],
  }),
  'googleapis.com/docs': google('google-docs', 'Google Docs', 85, {
    categories: ['document-&-file-management'],
  }),
  'googleapis.com/slides': google('google-slides', 'Google Slides', 70, {
    categories: ['document-&-file-management'],
  }),
  'googleapis.com/forms': google('google-forms', 'Google Forms', 70, {
    categories: ['productivity-&-project-management'],
  }),
  'googleapis.com/tasks': google('google-tasks', 'Google Tasks', 70, {
    categories: ['productivity-&-project-management'],
  }),
  'googleapis.com/people': google('google-contacts', 'Google Contacts (People)', 70, { categories: ['crm'] }),
  'googleapis.com/chat': google('google-chat', 'Google Chat', 65, {
    categories: ['collaboration-&-communication'],
  }),
  'googleapis.com/youtube': google('youtube', 'YouTube', 85, { categories: ['entertainment-&-media'] }),
  'googleapis.com/bigquery': google('google-bigquery', 'BigQuery', 75, { categories: ['data-&-analytics'] }),
  'googleapis.com/analyticsdata': google('google-analytics', 'Google Analytics', 75, {
    categories: ['analytics-&-data'],
  }),
  'googleapis.com/analytics': google('google-analytics-v3', 'Google Analytics v3', 15, {
    categories: ['analytics-&-data'],
  }),
  'googleapis.com/searchconsole': google('google-search-console', 'Google Search Console', 60, {
    categories: ['marketing-&-social-media'],
  }),
  'googleapis.com/translate': google('google-translate', 'Google Translate', 65, {
    categories: ['ai-&-machine-learning'],
  }),
  'googleapis.com/vision': google('google-vision', 'Google Cloud Vision', 60, {
    categories: ['ai-&-machine-learning'],
  }),
  'googleapis.com/storage': google('google-cloud-storage', 'Google Cloud Storage', 65, {
    categories: ['document-&-file-management'],
  }),
  'googleapis.com/classroom': google('google-classroom', 'Google Classroom', 55, {
    categories: ['education-&-lms'],
  }),
  'googleapis.com/books': google('google-books', 'Google Books', 40, {
    categories: ['entertainment-&-media'],
  }),
}
