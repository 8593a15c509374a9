import Library from 'lucide-react/icons/library'
import type { PageManifest } from '../manifest.ts'
import { knowledgeRoutes } from './routes.ts'

export const manifest: PageManifest = {
  routes: [
    {
      path: knowledgeRoutes.list,
      title: 'Knowledge',
      load: () => import('./collections-page.tsx').then((module) => module.CollectionsPage),
    },
    {
      path: knowledgeRoutes.sources,
      load: () => import('./sources/sources-page.tsx').then((module) => module.SourcesPage),
    },
    {
      path: knowledgeRoutes.source,
      load: () => import('./source/source-page.tsx').then((module) => module.SourcePage),
    },
    {
      path: knowledgeRoutes.search,
      load: () => import('./search/search-page.tsx').then((module) => module.SearchPage),
    },
    {
      path: knowledgeRoutes.evaluations,
      load: () => import('./evaluations/evaluations-page.tsx').then((module) => module.EvaluationsPage),
    },
    {
      path: knowledgeRoutes.settings,
      load: () => import('./settings/settings-page.tsx').then((module) => module.SettingsPage),
    },
  ],
  navigation: [
    {
      group: 'Data',
      label: 'Knowledge',
      to: knowledgeRoutes.list,
      icon: Library,
      key: 'v',
      keywords:
        'collections sources documents chunks search rag retrieval embeddings vectors crawl evals recall tests',
    },
  ],
  palette: () => import('./palette.ts').then((module) => module.entries),
}
