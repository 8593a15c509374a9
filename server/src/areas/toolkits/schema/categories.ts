/** The groups under which toolkits are offered, by the names that clients of the reference surface know. */
export const categorySlugs = [
  'developer-tools-&-devops',
  'collaboration-&-communication',
  'ai-&-machine-learning',
  'document-&-file-management',
  'productivity-&-project-management',
  'crm',
  'analytics-&-data',
  'entertainment-&-media',
  'education-&-lms',
  'design-&-creative-tools',
  'marketing-&-social-media',
  'scheduling-&-booking',
  'e-commerce',
  'finance-&-accounting',
  'sales-&-customer-support',
  'hr-&-recruiting',
  'social-media',
  'workflow-automation',
  'data-&-analytics',
  'advertising-&-marketing',
] as const

export type CategorySlug = (typeof categorySlugs)[number]

const abbreviations = new Map([
  ['ai', 'AI'],
  ['crm', 'CRM'],
  ['hr', 'HR'],
  ['lms', 'LMS'],
  ['devops', 'DevOps'],
])

const inTitleCase = (word: string) => abbreviations.get(word) ?? word.charAt(0).toUpperCase() + word.slice(1)

/** `hr-&-recruiting` as people read it: HR & Recruiting. */
export const categoryNameOf = (slug: CategorySlug): string =>
  slug === 'e-commerce' ? 'E-commerce' : slug.split('-').map(inTitleCase).join(' ')
