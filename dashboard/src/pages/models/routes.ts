export const modelRoutes = {
  list: '/models',
  calls: '/models/calls',
  call: '/models/calls/{id}',
  media: '/models/media',
  mediaJob: '/models/media/{id}',
  providers: '/models/providers',
} as const
