/** Every page of the dashboard. The build hands this list to the server, which answers these addresses with the app. */
export const addresses = {
  overview: '/',
  signIn: '/sign-in',
  setUp: '/setup',
  endUsers: '/end-users',
  endUser: '/end-users/{id}',
  files: '/files',
  file: '/files/{id}',
  tables: '/tables',
  table: '/tables/{id}',
  tableSchema: '/tables/{id}/fields',
  models: '/models',
  keys: '/keys',
  key: '/keys/{id}',
  audit: '/audit',
  settings: '/settings',
  account: '/account',
} as const
