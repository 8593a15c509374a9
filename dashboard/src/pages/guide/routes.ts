export const guideRoutes = {
  guide: '/guide',
  page: '/guide/{page}',
} as const
