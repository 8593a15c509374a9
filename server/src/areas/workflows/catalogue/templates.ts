import { saveFile, summarize } from './content-templates.ts'
import { csvReport, extractContacts, statistics, transformItems } from './data-templates.ts'
import { approval, countdown, errorHandling, forEachItem, review, routing } from './flow-templates.ts'
import type { WorkflowTemplate } from './template.ts'

export const workflowTemplates: readonly WorkflowTemplate[] = [
  approval,
  csvReport,
  routing,
  forEachItem,
  review,
  summarize,
  extractContacts,
  statistics,
  transformItems,
  saveFile,
  countdown,
  errorHandling,
]
