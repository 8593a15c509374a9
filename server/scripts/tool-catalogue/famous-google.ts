import type { Famous } from './famous-entry.ts'

const google = (slug: string, name: string, popularity: number, more: Partial<Famous> = {}): Famous => ({
  slug,
  name,
  popularity,
  ...more,
})

/** Google's APIs share their sign-in, which their descriptions name; ours are the names and the ranks. */
export const googleApis: { [id: string]: Famous } = {
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
