import type { CategorySlug } from '../../toolkits/index.ts'

/** The groups of the framework of pieces, by the names under which toolkits are offered here. */
const known: Readonly<Record<string, CategorySlug>> = {
  ARTIFICIAL_INTELLIGENCE: 'ai-&-machine-learning',
  UNIVERSAL_AI: 'ai-&-machine-learning',
  COMMUNICATION: 'collaboration-&-communication',
  COMMERCE: 'e-commerce',
  CORE: 'workflow-automation',
  FLOW_CONTROL: 'workflow-automation',
  BUSINESS_INTELLIGENCE: 'analytics-&-data',
  ACCOUNTING: 'finance-&-accounting',
  PAYMENT_PROCESSING: 'finance-&-accounting',
  PRODUCTIVITY: 'productivity-&-project-management',
  CONTENT_AND_FILES: 'document-&-file-management',
  DEVELOPER_TOOLS: 'developer-tools-&-devops',
  CUSTOMER_SUPPORT: 'sales-&-customer-support',
  FORMS_AND_SURVEYS: 'analytics-&-data',
  HUMAN_RESOURCES: 'hr-&-recruiting',
  MARKETING: 'marketing-&-social-media',
  SALES_AND_CRM: 'crm',
}

/** Some say nothing of themselves: they are what all pieces are. */
export function categoriesOf(names: readonly string[]): CategorySlug[] {
  const found = names.flatMap((name) => known[name.toUpperCase()] ?? [])
  return found.length > 0 ? [...new Set(found)] : ['workflow-automation']
}
