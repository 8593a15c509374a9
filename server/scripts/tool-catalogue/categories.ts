/** What the collection calls a field, in the words of our contract. */
const categoryOf: { [name: string]: string } = {
  developer_tools: 'developer-tools-&-devops',
  tools: 'developer-tools-&-devops',
  cloud: 'developer-tools-&-devops',
  hosting: 'developer-tools-&-devops',
  iot: 'developer-tools-&-devops',
  security: 'developer-tools-&-devops',
  backend: 'developer-tools-&-devops',
  monitoring: 'developer-tools-&-devops',
  storage: 'document-&-file-management',
  collaboration: 'collaboration-&-communication',
  messaging: 'collaboration-&-communication',
  telecom: 'collaboration-&-communication',
  email: 'collaboration-&-communication',
  enterprise: 'productivity-&-project-management',
  project_management: 'productivity-&-project-management',
  forms: 'productivity-&-project-management',
  time_management: 'scheduling-&-booking',
  transport: 'scheduling-&-booking',
  analytics: 'analytics-&-data',
  open_data: 'data-&-analytics',
  location: 'data-&-analytics',
  search: 'data-&-analytics',
  text: 'ai-&-machine-learning',
  machine_learning: 'ai-&-machine-learning',
  media: 'entertainment-&-media',
  entertainment: 'entertainment-&-media',
  ecommerce: 'e-commerce',
  financial: 'finance-&-accounting',
  payment: 'finance-&-accounting',
  marketing: 'marketing-&-social-media',
  social: 'social-media',
  customer_relation: 'crm',
  support: 'sales-&-customer-support',
  education: 'education-&-lms',
}

/** Google's descriptions all say "analytics, media", whatever they are about. */
const googleDefault = ['developer-tools-&-devops']

export function categoriesOf(id: string, listed: unknown): string[] {
  if (id.startsWith('googleapis.com/')) return googleDefault
  // One description holds the word itself where a list should be.
  const names = typeof listed === 'string' ? [listed] : Array.isArray(listed) ? listed : []
  const whole = names.every((name) => typeof name === 'string' && name.length === 1)
    ? [names.join('')]
    : names
  const found = whole.flatMap((name) => (typeof name === 'string' ? (categoryOf[name] ?? []) : []))
  return [...new Set(found.length === 0 ? ['developer-tools-&-devops'] : found)]
}
