export { CataloguePage } from './catalogue-page.tsx'
export { SkillPage } from './skill-page.tsx'
export { SkillsPage } from './skills-page.tsx'
