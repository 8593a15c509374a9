import type { PageManifest } from '../manifest.ts'
import { skillRoutes } from './routes.ts'

const pages = () => import('./skill-pages.ts')

export const manifest: PageManifest = {
  routes: [
    {
      path: skillRoutes.library,
      title: 'Skills',
      keywords: 'library instructions packages',
      load: () => pages().then((module) => module.SkillsPage),
    },
    {
      path: skillRoutes.catalogue,
      title: 'Skill catalogue',
      keywords: 'browse install',
      load: () => pages().then((module) => module.CataloguePage),
    },
    { path: skillRoutes.detail, load: () => pages().then((module) => module.SkillPage) },
  ],
  palette: () => import('./palette.ts').then((module) => module.entries),
}
