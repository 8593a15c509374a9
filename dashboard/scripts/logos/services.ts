/**
 * Services that are often connected, beside those of the shipped catalogue: through installed toolkits, MCP servers and
 * imports. By their names in Simple Icons.
 */
export const popular =
  `airtable activecampaign anthropic apify asana atlassian auth0 basecamp bitly bluesky brave brevo calendly
  clickhouse clickup cloudflare coda cohere confluence contentful databricks datadog discord dropbox duckduckgo
  elasticsearch eventbrite evernote facebook figma firebase freshbooks ghost gitlab googlecloud googlegemini
  googlemaps googlemeet grafana gravatar hashnode helpscout hubspot huggingface instagram intercom lemonsqueezy linear
  loom mailgun make mattermost meta minimax miro mistralai mixpanel mongodb mqtt mysql n8n neon newrelic nextcloud
  obsidian odoo ollama openrouter openstreetmap pagerduty paypal perplexity posthog postgresql producthunt pushover
  quickbooks rabbitmq raindrop reddit redis replicate resend retool rss sap sentry shopify signal snowflake sqlite
  strapi supabase surrealdb tableau telegram tiktok todoist toggl typeform vultr webflow wikipedia wise wordpress
  x xiaomi ycombinator zendesk zoho`.split(/\s+/)

/** What Simple Icons lacks: the name we give it, and its name in SVG Logos. */
export const fromSvgLogos: Record<string, string> = {
  aws: 'aws',
  azure: 'azure-icon',
  cerebras: 'cerebras-icon',
  cohere: 'cohere-icon',
  exa: 'exa-icon',
  firecrawl: 'firecrawl-icon',
  fireworks: 'fireworks-ai',
  heroku: 'heroku-icon',
  launchdarkly: 'launchdarkly-icon',
  linkedin: 'linkedin-icon',
  microsoft: 'microsoft-icon',
  moonshotai: 'moonshot-ai-icon',
  onedrive: 'microsoft-onedrive',
  openai: 'openai-icon',
  pinecone: 'pinecone-icon',
  salesforce: 'salesforce',
  sendgrid: 'sendgrid-icon',
  slack: 'slack-icon',
  tavily: 'tavily',
  together: 'togetherai-icon',
  twilio: 'twilio-icon',
  xai: 'x-ai',
  zai: 'z-ai',
}

/** Services and publishers of several APIs whose slugs begin with another name than their logo has. */
export const families: Record<string, string> = {
  'amazon-bedrock': 'aws',
  amazon: 'aws',
  'archive-org': 'internetarchive',
  bluemix: 'ibmcloud',
  'dev-to': 'devdotto',
  ghostcms: 'ghost',
  'google-gemini': 'googlegemini',
  'google-vertex': 'googlecloud',
  hubapi: 'hubspot',
  influxdata: 'influxdb',
  mandrillapp: 'mailchimp',
  mistral: 'mistralai',
  nexmo: 'vonage',
  nytimes: 'newyorktimes',
  opencagedata: 'opencage',
  'ote-godaddy': 'godaddy',
  postgres: 'postgresql',
  squareup: 'square',
  thenounproject: 'nounproject',
  twitter: 'x',
  vertex: 'googlecloud',
  wolframalpha: 'wolfram',
}

/** Names that are the first word of several slugs, all of the same company. */
export const publishers =
  `1password adyen airbyte apple appwrite asana atlassian azure deutschebahn docker ebay facebook github gitlab google here
  hsbc hubspot intel jira klarna linear linkedin linuxfoundation lufthansa mastercard medium microsoft mozilla nasa notion
  o2 openai opensuse personio redhat salesforce shopify slack stripe swagger ticketmaster tomtom twilio vmware vonage vtex
  xero zapier zendesk zoho`.split(/\s+/)

/** APIs that only share their name with the brand that has the logo. */
export const homonyms = ['polygon', 'rumble', 'sonar', 'e', 'go', 'flat', 'files', 'smart']
